import { Button } from '@mantine/core';
import { useId, useState } from 'react';

import type { ConnectionRead, ConnectionState, ConnectionTested } from '@/api/generated/types.gen';
import { useSinglePress } from '@/shared/hooks/use-single-press';
import { useTimestamp } from '@/shared/hooks/use-times';
import { Icon } from '@/shared/ui/icon';
import { StatusBadge, type Tone } from '@/shared/ui/status-badge';
import { WithCode } from '@/shared/ui/with-code';

import classes from './connections.module.css';
import { useTest } from './queries';
import { settingText, stateLabel, timeLabels, titleOf } from './words';

const tones: Record<ConnectionState, Tone> = { works: 'success', unknown: 'neutral', fails: 'danger', off: 'neutral' };

/** One of them. Only pressing its buttons changes its height. */
export function Connection({ connection }: { connection: ConnectionRead }) {
  const { state, value, action, address, test, untestable } = connection;
  const id = useId();
  return (
    <section className={classes.connection} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {titleOf(connection)}
        </h2>
        <StatusBadge tone={tones[state]}>{stateLabel(state)}</StatusBadge>
      </div>
      <div className={classes.words}>
        {address !== null && <p className={classes.muted}>{address}</p>}
        <p>{value}</p>
        {action !== null && (
          <p className={classes.action}>
            <WithCode>{action}</WithCode>
          </p>
        )}
        {(test !== null || untestable !== null) && <Times connection={connection} />}
      </div>
      {untestable !== null && <p className={classes.untestable}>{untestable}</p>}
      {test !== null && <Trial connection={connection} does={test} />}
      <Settings connection={connection} />
    </section>
  );
}

function Times({ connection: { kind, lastSuccessAt, lastError, lastErrorAt } }: { connection: ConnectionRead }) {
  const timestamp = useTimestamp();
  const [success, failure] = timeLabels(kind);
  return (
    <dl className={classes.times}>
      <div>
        <dt>{success}</dt>
        <dd>
          {lastSuccessAt === null ? 'Not known' : <time dateTime={lastSuccessAt}>{timestamp(lastSuccessAt)}</time>}
        </dd>
      </div>
      <div>
        <dt>{failure}</dt>
        <dd>
          {lastErrorAt === null ? (
            'None known'
          ) : (
            <>
              <time dateTime={lastErrorAt}>{timestamp(lastErrorAt)}</time>
              {lastError !== null && <>: {lastError}</>}
            </>
          )}
        </dd>
      </div>
    </dl>
  );
}

function Trial({ connection, does }: { connection: ConnectionRead; does: string }) {
  const { mutate, data, error, isPending } = useTest(connection);
  const test = useSinglePress(() => mutate());
  return (
    <div className={classes.trial}>
      <Button
        variant="default"
        loading={isPending}
        onClick={test}
        aria-label={`Test now: ${titleOf(connection)}`}
        className={classes.button}
      >
        Test now
      </Button>
      <div className={classes.words}>
        <p className={classes.muted}>{does}</p>
        <div role="status">
          {!isPending && data !== undefined && <Outcome tested={data} />}
          {!isPending && error !== null && (
            <p className={classes.outcome} data-failed>
              <Icon name="alert" size="sm" /> The test could not be made. {error.message}
            </p>
          )}
        </div>
      </div>
    </div>
  );
}

function Outcome({ tested: { isWorking, value, action, testedAt } }: { tested: ConnectionTested }) {
  const timestamp = useTimestamp();
  return (
    <>
      <p className={classes.outcome} data-failed={!isWorking || undefined}>
        <Icon name={isWorking ? 'check-circle' : 'alert'} size="sm" /> {value}{' '}
        <time className={classes.muted} dateTime={testedAt}>
          {timestamp(testedAt)}
        </time>
      </p>
      {action !== null && (
        <p className={classes.action}>
          <WithCode>{action}</WithCode>
        </p>
      )}
    </>
  );
}

function Settings({ connection }: { connection: ConnectionRead }) {
  const { state, settings } = connection;
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const set = settings.filter(({ isSet }) => isSet).length;
  return (
    <div>
      <Button
        variant="subtle"
        size="compact-sm"
        className={classes.toggle}
        rightSection={<Icon name={isOpen ? 'chevron-up' : 'chevron-down'} size="sm" />}
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={`Settings of ${titleOf(connection)}, ${String(set)} of ${String(settings.length)} set`}
        onClick={() => setOpen(!isOpen)}
      >
        Settings ({set} of {settings.length} set)
      </Button>
      <div id={id}>
        {isOpen && (
          <ul className={classes.settings} aria-label={`Settings of ${titleOf(connection)}`}>
            {settings.map((setting) => (
              <li key={setting.name}>
                <span>
                  <code>{setting.name}</code>
                </span>
                <span className={classes.muted}>{settingText(setting, state)}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
