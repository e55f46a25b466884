import { CompletionDialog as BaseDialog } from '../../base/completion-dialog';
import type { CompletionDialogProps } from '../../define';

export function CompletionDialog(props: CompletionDialogProps) {
  return <BaseDialog {...props} withCallLength />;
}
