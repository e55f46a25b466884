import { defineConfig } from '@hey-api/openapi-ts';

export default defineConfig({
  input: '../contract/openapi.json',
  output: { path: './src/api/generated', entryFile: false },
  plugins: [
    { name: '@hey-api/client-fetch', throwOnError: true },
    '@hey-api/typescript',
    { name: '@hey-api/sdk', responseStyle: 'data' },
    { name: 'zod', requests: true, responses: false, dates: { offset: true } },
    '@tanstack/react-query',
  ],
});
