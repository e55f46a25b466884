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
}

export function ToolButton({ label, icon, onPress, danger = false, problem = false, off = false }: ToolButtonProps) {
  const variant = danger || off ? 'filled' : problem ? 'light' : 'default';
  return (
    <Tooltip label={label} withinPortal={false}>
      <ActionIcon
        className={classes.tool}
        variant={variant}
        color={danger || problem ? 'red' : 'gray'}
        aria-label={label}
        onClick={onPress}
      >
        <Icon name={icon} />
      </ActionIcon>
    </Tooltip>
  );
}
