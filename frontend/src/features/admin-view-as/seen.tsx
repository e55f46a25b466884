import { Title } from '@mantine/core';

import { choices as adminChoices } from '@/api/contract/choices/admin.gen';
import { choices } from '@/api/contract/choices/consults.gen';
import type { PersonSeen, SeenKind, SeenLine, SeenPermission } from '@/api/generated/types.gen';
import { fullName } from '@/shared/lib/full-name';
import { Banner } from '@/shared/ui/banner';
import { Answers, Group } from '@/versions/group';

import classes from './view-as.module.css';

export interface SeenProps {
  seen: PersonSeen;
  /** The pages that the person may open. */
  pages: readonly string[];
}

/** What a person sees and may do. */
export function Seen({ seen, pages }: SeenProps) {
  return (
    <>
      <Title order={1}>Wardline as {fullName(seen.person)} sees it</Title>
      {!seen.active && (
        <Banner tone="warning" title="This person is deactivated.">
          <p>They cannot sign in, so they see nothing.</p>
        </Banner>
      )}
      {seen.worksElsewhere && (
        <Banner title="This person also works for an organization that you do not administer.">
          <p>What they see of it is not shown here.</p>
        </Banner>
      )}
      {seen.active && (
        <>
          <Group title="Pages and places">
            <Answers
              answers={[
                { label: 'Pages', answer: listOf(pages) },
                { label: 'Organizations', answer: listOf(seen.organizations) },
                { label: 'Units', answer: listOf(seen.units) },
              ]}
            />
          </Group>
          <Lines lines={seen.lines} />
          <Permissions permissions={seen.permissions} />
        </>
      )}
    </>
  );
}

function Lines({ lines }: { lines: readonly SeenLine[] }) {
  return (
    <Group title="Service lines">
      {lines.length === 0 && <p>They have no service line.</p>}
      {lines.map((line) => (
        <section key={line.id} className={classes.line} aria-label={line.name}>
          <h3>{line.name}</h3>
          <p>{rightsOf(line)}</p>
          {line.kinds.length === 0 ? (
            <p>They cannot open consults of this line.</p>
          ) : (
            <>
              <p>{countsOf(line)}</p>
              <dl>
                {line.kinds.map((kind) => (
                  <div key={kind.state}>
                    <dt>{states[kind.state]}</dt>
                    <dd>{actionsOf(kind)}</dd>
                  </div>
                ))}
              </dl>
            </>
          )}
        </section>
      ))}
      <p>
        For one consult, use the <em>Access Check</em>, which also considers its note, call and transfer.
      </p>
    </Group>
  );
}

function Permissions({ permissions }: { permissions: readonly SeenPermission[] }) {
  const groups = adminChoices.PermissionGroup.map(({ value, label }) => ({
    label,
    found: permissions.filter(({ group }) => group === value),
  })).filter(({ found }) => found.length > 0);
  return (
    <Group title="What they may do">
      {groups.length === 0 && <p>Nothing: they have no role that allows anything.</p>}
      {groups.map(({ label, found }) => (
        <section key={label} className={classes.line} aria-label={label}>
          <h3>{label}</h3>
          <ul>
            {found.map(({ action, subject, label: name, allows, roles }) => (
              <li key={`${action} ${subject}`}>
                {name} <span className={classes.fine}>{`${allows} By ${roles.join(', ')}.`}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Group>
  );
}

const states: Readonly<Partial<Record<SeenKind['state'], string>>> = {
  new: 'With a consult that is waiting',
  pending: 'With one that someone else acknowledged',
  completed: 'With a completed one',
};

/** More names than this are only counted. */
const MAX_NAMES = 20;

function listOf(names: readonly string[]): string {
  if (names.length === 0) return 'None';
  const others = names.length - MAX_NAMES;
  return names.slice(0, MAX_NAMES).join(', ') + (others > 0 ? `, and ${others.toLocaleString('en-US')} more` : '');
}

function rightsOf({ isOnCall, mayGoOnCall, mayRequest }: SeenLine): string {
  const rights = [
    ...(isOnCall ? ['is on call now'] : []),
    ...(mayGoOnCall && !isOnCall ? ['may go on call'] : []),
    ...(mayRequest ? ['may request consults'] : []),
  ];
  return rights.length === 0 ? 'Sees the line only.' : `${capitalized(rights.join(', '))}.`;
}

function countsOf({ waiting, inProgress }: SeenLine): string {
  return `Within their reach now: ${waiting} waiting, ${inProgress} in progress.`;
}

function actionsOf({ actions }: SeenKind): string {
  const labels = choices.ConsultAction.filter(({ value }) => actions.some((action) => action === value));
  return labels.length === 0 ? 'Open it' : ['Open it', ...labels.map(({ label }) => label)].join(', ');
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
