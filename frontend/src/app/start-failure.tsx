import { ErrorState } from '@/shared/ui/error-state';
import { ThemeProvider } from '@/shared/ui/theme/theme-provider';

/** In the place of the whole application while the server does not answer at all. */
export function StartFailure() {
  return (
    <ThemeProvider>
      <ErrorState title="Wardline cannot be reached" order={1} onRetry={() => window.location.reload()}>
        For emergent consult requests please follow the backup procedure for your location
      </ErrorState>
    </ThemeProvider>
  );
}
