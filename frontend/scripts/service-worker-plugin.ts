import { build, type Plugin } from 'vite';

/**
 * Builds the service worker as one script at `/service-worker.js`. It has a build of its own, because it must share no file with the
 * application: browsers without module workers could not import one, and it must not change when the application does.
 */
export function serviceWorker(entry: string, options: { alias: Record<string, string>; target: string }): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    writeBundle: async ({ dir = '' }) => {
      await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        resolve: { alias: options.alias },
        build: {
          outDir: dir,
          emptyOutDir: false,
          target: options.target,
          // A browser finds the new version of a service worker at the address of the old one, which also limits its scope.
          rolldownOptions: { input: entry, output: { entryFileNames: '[name].js', format: 'iife' } },
        },
      });
    },
  };
}
