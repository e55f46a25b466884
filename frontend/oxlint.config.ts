import { defineConfig, type DummyRuleMap } from 'oxlint';

/** Rules that Oxlint counts as matters of taste, and this project as errors. */
const errors = (...names: string[]): DummyRuleMap => Object.fromEntries(names.map((name) => [name, 'error']));

const sizes: DummyRuleMap = {
  'max-lines': ['error', { max: 250, skipBlankLines: false, skipComments: false }],
  'max-lines-per-function': ['error', { max: 80, skipBlankLines: false, skipComments: false }],
  complexity: ['error', 12],
};

const language = errors(
  'no-array-constructor',
  'no-case-declarations',
  'no-empty',
  'no-empty-function',
  'no-fallthrough',
  'no-prototype-builtins',
  'no-redeclare',
  'no-regex-spaces',
  'no-unexpected-multiline',
  'no-useless-constructor',
  'no-var',
  'prefer-const',
  'prefer-rest-params',
  'prefer-spread',
);

const types = errors(
  'typescript/adjacent-overload-signatures',
  'typescript/array-type',
  'typescript/ban-tslint-comment',
  'typescript/class-literal-property-style',
  'typescript/consistent-generic-constructors',
  'typescript/consistent-indexed-object-style',
  'typescript/dot-notation',
  'typescript/no-confusing-non-null-assertion',
  'typescript/no-deprecated',
  'typescript/no-dynamic-delete',
  'typescript/no-empty-object-type',
  'typescript/no-explicit-any',
  'typescript/no-extraneous-class',
  'typescript/no-inferrable-types',
  'typescript/no-invalid-void-type',
  'typescript/no-misused-promises',
  'typescript/no-mixed-enums',
  'typescript/no-namespace',
  'typescript/no-non-null-asserted-nullish-coalescing',
  'typescript/no-non-null-assertion',
  'typescript/no-require-imports',
  'typescript/no-unnecessary-boolean-literal-compare',
  'typescript/no-unnecessary-condition',
  'typescript/no-unnecessary-template-expression',
  'typescript/no-unnecessary-type-arguments',
  'typescript/no-unnecessary-type-assertion',
  'typescript/no-unnecessary-type-constraint',
  'typescript/no-unnecessary-type-conversion',
  'typescript/no-unnecessary-type-parameters',
  'typescript/no-unsafe-argument',
  'typescript/no-unsafe-assignment',
  'typescript/no-unsafe-call',
  'typescript/no-unsafe-enum-comparison',
  'typescript/no-unsafe-function-type',
  'typescript/no-unsafe-member-access',
  'typescript/no-unsafe-return',
  'typescript/non-nullable-type-assertion-style',
  'typescript/prefer-find',
  'typescript/prefer-for-of',
  'typescript/prefer-function-type',
  'typescript/prefer-includes',
  'typescript/prefer-literal-enum-member',
  'typescript/prefer-nullish-coalescing',
  'typescript/prefer-optional-chain',
  'typescript/prefer-promise-reject-errors',
  'typescript/prefer-reduce-type-parameter',
  'typescript/prefer-regexp-exec',
  'typescript/prefer-return-this-type',
  'typescript/prefer-string-starts-ends-with',
  'typescript/related-getter-setter-pairs',
  'typescript/require-await',
  'typescript/unified-signatures',
  'typescript/use-unknown-in-catch-callback-variable',
);

const tests = ['**/*.test.{ts,tsx}', 'src/testing/**', 'e2e/**'];

export default defineConfig({
  plugins: ['typescript', 'oxc', 'unicorn', 'react', 'jsx-a11y'],
  jsPlugins: ['./scripts/lint-rules.ts'],
  categories: { correctness: 'error' },
  options: { typeAware: true, typeCheck: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: [
    'node_modules/',
    'dist/',
    'src/api/generated/',
    'src/api/contract/',
    'playwright-report/',
    'test-results/',
    '.stryker-tmp/',
  ],
  env: { builtin: true, browser: true },
  rules: {
    ...sizes,
    ...language,
    ...errors('react/rules-of-hooks', 'react/unsupported-syntax'),
    // Focus moves to a dialog's first field and to the page's heading on purpose.
    'jsx-a11y/no-autofocus': 'off',
    // A status is a live region of any layout; `<output>` is inline and the result of a form.
    'jsx-a11y/prefer-tag-over-role': 'off',
    // Listeners are called from a copy, because they may add or remove listeners.
    'unicorn/no-useless-spread': 'off',
    'no-console': ['error', { allow: ['warn', 'error'] }],
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    'no-restricted-imports': [
      'error',
      { paths: [{ name: 'zod', message: 'A second, larger build of the same library: import zod/mini.' }] },
    ],
  },
  overrides: [
    {
      files: ['**/*.{ts,tsx}'],
      rules: {
        ...types,
        'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
        'typescript/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
        'typescript/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
        'typescript/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
        // The router leaves a route by throwing the result of redirect() or notFound().
        'typescript/only-throw-error': [
          'error',
          { allow: [{ from: 'package', package: '@tanstack/router-core', name: ['Redirect', 'NotFoundError'] }] },
        ],
        'typescript/restrict-plus-operands': [
          'error',
          {
            allowAny: false,
            allowBoolean: false,
            allowNullish: false,
            allowNumberAndString: false,
            allowRegExp: false,
          },
        ],
        'typescript/restrict-template-expressions': ['error', { allowNumber: true }],
        'typescript/return-await': ['error', 'error-handling-correctness-only'],
      },
    },
    {
      files: ['src/**', 'e2e/**'],
      rules: { 'unicorn/filename-case': ['error', { case: 'kebabCase' }], 'wardline/folder-case': 'error' },
    },
    {
      files: ['src/**/*.{ts,tsx}'],
      rules: {
        'no-restricted-properties': [
          'error',
          ...['setQueryData', 'setQueriesData'].map((property) => ({
            property,
            message: 'An older response in flight would overwrite it: use applyResponse of api/apply-response.',
          })),
        ],
        'wardline/theme-lengths': 'error',
      },
    },
    {
      files: tests,
      rules: {
        'max-lines-per-function': 'off',
        'no-restricted-properties': 'off',
        'typescript/consistent-type-assertions': 'off',
        'typescript/no-non-null-assertion': 'off',
        'wardline/theme-lengths': 'off',
      },
    },
    { files: ['src/api/apply-response.ts'], rules: { 'no-restricted-properties': 'off' } },
    { files: ['e2e/**'], rules: { 'no-empty-pattern': 'off', 'react/rules-of-hooks': 'off' } },
    { files: ['**/*.{js,mjs,cjs}'], env: { node: true }, rules: { 'no-console': 'off', 'no-undef': 'error' } },
  ],
});
