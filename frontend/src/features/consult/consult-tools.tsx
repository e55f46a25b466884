import { ActionButton } from './consult-actions';
import classes from './consult-header.module.css';
import type { OfferedAction } from './offered-actions';

/** The actions that belong to the header, such as printing. */
export function ConsultTools({ actions }: { actions: readonly OfferedAction[] }) {
  return (
    <div className={classes.tools}>
      {actions.map((action) => (
        <ActionButton {...action} key={action.key} size="sm" />
      ))}
    </div>
  );
}
