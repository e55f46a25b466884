import { Button, Menu } from '@mantine/core';
import { createPortal } from 'react-dom';
import { useWatch } from 'react-hook-form';

import type { SchemaName } from '@/api/contract-form';
import { useIsMobile } from '@/shared/hooks/use-layout';
import { Icon } from '@/shared/ui/icon';

import type { NoteForm } from '../../define';
import { totalInWords } from './nihss-total';
import classes from './section-rail.module.css';
import { elementOf, type Section, sections } from './sections';
import { type Mark, useMarks } from './use-marks';

interface SectionRailProps {
  form: NoteForm;
  schema: SchemaName;
  /** A line of the dialog's head that stays in sight where there is no room for a rail. */
  strip: HTMLElement | null;
}

/** Leads to each section, says how far it is, and keeps the scale's total in sight. */
export function SectionRail({ form, schema, strip }: SectionRailProps) {
  const markOf = useMarks(form, schema);
  const nihss: unknown = useWatch({ control: form.control, name: 'nihss' });
  const total = totalInWords(nihss);
  if (!useIsMobile()) return <Rail markOf={markOf} total={total} />;
  return strip === null ? null : createPortal(<Strip markOf={markOf} total={total} />, strip);
}

interface StandingProps {
  markOf: (section: Section) => Mark;
  total: string;
}

function Rail({ markOf, total }: StandingProps) {
  return (
    <nav className={classes.rail} aria-label="Sections">
      <ul className={classes.list}>
        {sections.map((section) => (
          <li key={section.id}>
            <button
              type="button"
              className={classes.item}
              aria-label={inWords(section, markOf(section), total)}
              onClick={() => goTo(section)}
            >
              <Sign mark={markOf(section)} />
              <span>
                {section.title} {section.id === 'nihss' && <span className={classes.total}>Total {total}</span>}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Strip({ markOf, total }: StandingProps) {
  const complete = sections.filter((section) => markOf(section) === 'complete').length;
  return (
    <div className={classes.strip}>
      <span className={classes.total}>NIHSS {total}</span>
      {/* The focus moves to the section, not back to the button; Escape still returns to the button. */}
      <Menu position="bottom-end" returnFocus={false}>
        <Menu.Target>
          <Button variant="default" size="sm" rightSection={<Icon name="chevron-down" size="sm" />}>
            {`Sections ${String(complete)}/${String(sections.length)}`}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {sections.map((section) => (
            <Menu.Item
              key={section.id}
              leftSection={<Sign mark={markOf(section)} />}
              aria-label={inWords(section, markOf(section), total)}
              onClick={() => goTo(section)}
            >
              {section.title}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

const words: Record<Mark, string> = { complete: 'complete', open: 'open', wrong: 'to be corrected' };

function inWords({ id, title }: Section, mark: Mark, total: string): string {
  return `${title}${id === 'nihss' ? ` Total ${total}` : ''}, ${words[mark]}`;
}

function Sign({ mark }: { mark: Mark }) {
  return (
    <span className={classes.sign} data-mark={mark} aria-hidden="true">
      {mark === 'complete' && <Icon name="check-circle" size="sm" />}
      {mark === 'wrong' && <Icon name="alert" size="sm" />}
    </span>
  );
}

function goTo({ id }: Section) {
  const heading = document.getElementById(elementOf(id));
  heading?.scrollIntoView({ block: 'start' });
  heading?.focus({ preventScroll: true });
}
