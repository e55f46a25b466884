import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentProps } from 'react';

/** A secondary button in a row of a list. */
export function SmallButton(props: ButtonProps & Pick<ComponentProps<'button'>, 'onClick' | 'aria-expanded'>) {
  return <Button variant="default" size="compact-sm" px="sm" flex="none" {...props} />;
}
