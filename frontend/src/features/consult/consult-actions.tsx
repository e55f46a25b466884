import { Button, Menu } from '@mantine/core';
import type { ReactNode } from 'react';

import { SubmitButton, type SubmitButtonProps } from '@/shared/forms/submit-button';
import { useIsMobile } from '@/shared/hooks/use-layout';
import { useSettling } from '@/shared/hooks/use-settling';
import { Icon } from '@/shared/ui/icon';

import classes from './consult-actions.module.css';
import { layoutOf, type OfferedAction } from './offered-actions';

export interface ConsultActionsProps {
  /** The primary and secondary actions, in order. */
  actions: readonly OfferedAction[];
}

/** What this user can do with the consult now: buttons, or on a phone one menu within reach of the thumb, beside what comes next. */
export function ConsultActions({ actions }: ConsultActionsProps) {
  const mobile = useIsMobile();
  if (actions.length === 0) return null;
  return mobile ? (
    <ActionMenu actions={actions} />
  ) : (
    <div className={classes.buttons} role="group" aria-label="Actions">
      {actions.map((action) => (
        <Action key={action.key} action={action} />
      ))}
    </div>
  );
}

function Action({ action: { key: _, ...action } }: { action: OfferedAction }) {
  if (action.isImmediate) return <ImmediateAction action={action} />;
  if (action.others.length > 0) return <SplitAction action={action} />;
  if (action.options.length === 0) return <ActionButton {...action} />;
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <ActionButton {...action} run={undefined} end={<Icon name="chevron-down" size="sm" />} />
      </Menu.Target>
      <Menu.Dropdown>
        <Options options={action.options} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** The first of several ways, with the others behind a narrow button beside it. */
function SplitAction({ action }: { action: Omit<OfferedAction, 'key'> }) {
  return (
    <Button.Group>
      <ActionButton {...action} />
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            className={classes.others}
            variant={variantOf(action.weight)}
            disabled={action.disabled}
            aria-label={action.way ?? ''}
          >
            <Icon name="chevron-down" size="sm" />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Options options={action.others} />
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  );
}

interface ImmediateActionProps extends Pick<SubmitButtonProps, 'radius'> {
  action: Omit<OfferedAction, 'key'>;
}

/** A submit button, which says when the server is slow to respond. */
function ImmediateAction({ action: { label, icon, weight, busy, run, shortcut }, ...look }: ImmediateActionProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      <SubmitButton
        label={label}
        variant={variantOf(weight)}
        leftSection={icon !== null && <Icon name={icon} size="sm" />}
        busy={busy}
        aria-keyshortcuts={shortcut ?? undefined}
        {...look}
      />
    </form>
  );
}

function variantOf(weight: OfferedAction['weight']): 'filled' | 'default' {
  return weight === 'primary' ? 'filled' : 'default';
}

interface ActionButtonProps extends Omit<OfferedAction, 'run' | 'key'> {
  /** Undefined for a button that opens its options. */
  run: (() => void) | undefined;
  size?: 'sm' | 'md';
  radius?: 'xl';
  end?: ReactNode;
}

/** A primary or secondary button; `target` is what a menu passes to the button that opens it. */
export function ActionButton(props: ActionButtonProps) {
  const {
    label,
    icon,
    weight,
    shortcut,
    busy,
    disabled,
    run,
    options: _,
    others: _others,
    way: _way,
    isImmediate: _immediate,
    end,
    ...target
  } = props;
  return (
    <Button
      {...target}
      variant={variantOf(weight)}
      leftSection={icon !== null && <Icon name={icon} size="sm" />}
      rightSection={end}
      loading={busy}
      disabled={disabled}
      aria-keyshortcuts={shortcut ?? undefined}
      {...(run !== undefined && { onClick: run })}
    >
      {label}
    </Button>
  );
}

function Options({ options }: Pick<OfferedAction, 'options'>) {
  return options.map(({ key, label, run }) => (
    <Menu.Item key={key} className={classes.item} onClick={run}>
      {label}
    </Menu.Item>
  ));
}

function ActionMenu({ actions }: ConsultActionsProps) {
  const settling = useSettling<HTMLDivElement>(layoutOf(actions));
  // Whoever is paged presses it without looking for it first, and whoever has acknowledged joins.
  const primary = actions.filter(({ weight }) => weight === 'primary');
  const next = primary.find(({ isImmediate }) => isImmediate) ?? primary.find(({ way }) => way !== null);
  return (
    <div className={classes.floating}>
      {next !== undefined && <NextAction action={next} />}
      <Menu position="top-end" width="16.25rem">
        <Menu.Target>
          <Button
            radius="xl"
            variant={next === undefined ? 'filled' : 'default'}
            loading={next?.busy !== true && actions.some(({ busy }) => busy)}
            rightSection={<Icon name="chevron-down" size="sm" />}
          >
            Actions
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {/* Catches presses that are ignored, so that they do not reach what is behind the menu. */}
          <div ref={settling}>
            {actions.map((action) => (
              <MenuAction key={action.key} action={action} />
            ))}
          </div>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

function NextAction({ action: { key: _, ...action } }: { action: OfferedAction }) {
  return action.isImmediate ? (
    <ImmediateAction action={action} radius="xl" />
  ) : (
    <ActionButton {...action} radius="xl" />
  );
}

function MenuAction({ action: { label, icon, run, options, others, disabled } }: { action: OfferedAction }) {
  if (options.length > 0) {
    return (
      <>
        <Menu.Label>{label}</Menu.Label>
        <Options options={options} />
        <Menu.Divider />
      </>
    );
  }
  return (
    <>
      <Menu.Item
        disabled={disabled}
        className={classes.item}
        leftSection={icon !== null && <Icon name={icon} size="sm" />}
        onClick={run}
      >
        {label}
      </Menu.Item>
      <Options options={others} />
    </>
  );
}
