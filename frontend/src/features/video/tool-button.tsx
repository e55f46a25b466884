import { ActionIcon, Tooltip } from '@mantine/core';

import { Icon, type IconName } from '@/shared/ui/icon';

import classes from './call-overlay.module.css';

interface ToolButtonProps {
  label: string;
  icon: IconName;
  onPress: () => void;
  danger?: boolean;
  /** Whether its device does not work. */
  problem?: boolean;
  /** Whether its device is turned off. */
  off?: boolean;
  /** The letter that does the same together with Ctrl and Alt. */
  shortcut?: string | undefined;
}

export function ToolButton(props: ToolButtonProps) {
  const { label, icon, onPress, danger = false, problem = false, off = false, shortcut } = props;
  const variant = danger || off ? 'filled' : problem ? 'light' : 'default';
  return (
    <Tooltip label={shortcut === undefined ? label : `${label} (Ctrl+Alt+${shortcut})`} withinPortal={false}>
      <ActionIcon
        className={classes.tool}
        variant={variant}
        color={danger || problem ? 'red' : 'gray'}
        aria-label={label}
        aria-keyshortcuts={shortcut && `Control+Alt+${shortcut}`}
        onClick={onPress}
      >
        <Icon name={icon} />
        {problem && <Icon name="alert" size="xs" className={classes.warning} />}
      </ActionIcon>
    </Tooltip>
  );
}
