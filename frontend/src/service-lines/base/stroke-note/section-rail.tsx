import { Button, Menu } from '@mantine/core';
import { createPortal } from 'react-dom';
import { useWatch } from 'react-hook-form';

import { useIsMobile } from '@/shared/hooks/use-layout';
import { Icon } from '@/shared/ui/icon';

import type { NoteFormProps } from '../../define';
import { formatTotal } from './nihss-total';
import classes from './section-rail.module.css';
import { headingIdOf, type Section, sections } from './sections';
import { type Mark, useMarks } from './use-marks';

type SectionRailProps = Pick<NoteFormProps, 'form' | 'schema' | 'narrow' | 'strip'>;

/** Links to each section with its status, and keeps the NIHSS total visible; in a narrow form, from the dialog's sticky header. */
export function SectionRail({ form, schema, narrow = false, strip }: SectionRailProps) {
  const markOf = useMarks(form, schema);
  const nihss: unknown = useWatch({ control: form.control, name: 'nihss' });
  const total = formatTotal(nihss);
  const mobile = useIsMobile();
  if (!mobile && !narrow) return <Rail markOf={markOf} total={total} />;
  return strip === null ? null : createPortal(<Strip markOf={markOf} total={total} />, strip);
}

interface SectionListProps {
  markOf: (section: Section) => Mark;
  total: string;
}

function Rail({ markOf, total }: SectionListProps) {
  return (
    <nav className={classes.rail} aria-label="Sections">
      <ul className={classes.list}>
        {sections.map((section) => (
          <li key={section.id}>
            <button
              type="button"
              className={classes.item}
              aria-label={accessibleNameOf(section, markOf(section), total)}
              onClick={() => goTo(section)}
            >
              <MarkIcon mark={markOf(section)} />
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

function Strip({ markOf, total }: SectionListProps) {
  const complete = sections.filter((section) => markOf(section) === 'complete').length;
  return (
    <div className={classes.strip}>
      <span className={classes.total}>NIHSS {total}</span>
      {/* After a choice, focus moves to the section; Escape still returns it to the button. */}
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
              leftSection={<MarkIcon mark={markOf(section)} />}
              aria-label={accessibleNameOf(section, markOf(section), total)}
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

const markLabels: Record<Mark, string> = { complete: 'complete', incomplete: 'incomplete', invalid: 'has errors' };

function accessibleNameOf({ id, title }: Section, mark: Mark, total: string): string {
  return `${title}${id === 'nihss' ? ` Total ${total}` : ''}, ${markLabels[mark]}`;
}

function MarkIcon({ mark }: { mark: Mark }) {
  return (
    <span className={classes.mark} data-mark={mark} aria-hidden="true">
      {mark === 'complete' && <Icon name="check-circle" size="sm" />}
      {mark === 'invalid' && <Icon name="alert" size="sm" />}
    </span>
  );
}

function goTo({ id }: Section) {
  const heading = document.getElementById(headingIdOf(id));
  heading?.scrollIntoView({ block: 'start' });
  heading?.focus({ preventScroll: true });
}
