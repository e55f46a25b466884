import { ErrorState } from '@/shared/ui/error-state';
import { ThemeProvider } from '@/shared/ui/theme/theme-provider';

/** Replaces the whole application while the server does not respond. */
export function StartFailure() {
  return (
    <ThemeProvider>
      <ErrorState title="Wardline cannot be reached" order={1} onRetry={() => window.location.reload()}>
        For emergent consult requests please follow the backup procedure for your location
      </ErrorState>
    </ThemeProvider>
  );
}
