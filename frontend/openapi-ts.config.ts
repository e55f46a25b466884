import { defineConfig } from '@hey-api/openapi-ts';

export default defineConfig({
  input: '../contract/openapi.json',
  output: { path: './src/api/generated', entryFile: false },
  plugins: [
    { name: '@hey-api/client-fetch', throwOnError: true },
    '@hey-api/typescript',
    { name: '@hey-api/sdk', responseStyle: 'data' },
    // zod/mini, as in the rest of the application: it is smaller, and compiles nothing at run time, which the content security policy forbids.
    { name: 'zod', compatibilityVersion: 'mini', requests: true, responses: false, dates: { offset: true } },
    '@tanstack/react-query',
  ],
});
