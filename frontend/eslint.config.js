import js from '@eslint/js';
import checkFile from 'eslint-plugin-check-file';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

const sizes = {
  'max-lines': ['error', { max: 250, skipBlankLines: false, skipComments: false }],
  'max-lines-per-function': ['error', { max: 80, skipBlankLines: false, skipComments: false }],
  complexity: ['error', 12],
};

/** shared/ui/theme/style-rules.test.ts checks that style sheets use the theme's scale; these rules check components. */
const lengths = [
  {
    selector:
      'JSXAttribute[name.name=/^([mp][xytrblse]?|gap|rowGap|columnGap|spacing|radius|fz|size|width|height|(mi|ma)?[wh])$/] > JSXExpressionContainer Literal[raw=/^[1-9]/]',
    message: 'A number is a length in px: use a step of the theme, a --wl-… variable, or rem for a size.',
  },
  {
    selector:
      'JSXAttribute[name.name=/^([mp][xytrblse]?|gap|rowGap|columnGap|spacing|radius|fz)$/] > Literal[value=/\\d(px|r?em)/]',
    message: 'Spacing, radius and font size are steps of the theme.',
  },
  {
    selector: 'Literal[value=/\\d(px|pt)\\b/]',
    message:
      'A length in px does not grow with the text: use a step of the theme, a --wl-… variable, or rem for a size.',
  },
];

export default tseslint.config(
  {
    ignores: [
      'dist/',
      'src/api/generated/',
      'src/api/contract/',
      'playwright-report/',
      'test-results/',
      '.stryker-tmp/',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { globals: globals.browser, parserOptions: { projectService: true } },
    rules: {
      ...sizes,
      'no-console': ['error', { allow: ['warn', 'error'] }],
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-restricted-imports': [
        'error',
        { paths: [{ name: 'zod', message: 'A second, larger build of the same library: import zod/mini.' }] },
      ],
      // Looks up each name in the types, which takes a tenth of the time; `make soak` does.
      ...(process.env.WARDLINE_THOROUGH === undefined && { '@typescript-eslint/no-deprecated': 'off' }),
      // There are no enums and no two classes of the same shape, and these rules take a third of the time.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      // The router leaves a route by throwing the result of redirect() or notFound().
      '@typescript-eslint/only-throw-error': [
        'error',
        { allow: [{ from: 'package', package: '@tanstack/router-core', name: ['Redirect', 'NotFoundError'] }] },
      ],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    extends: [jsxA11y.flatConfigs.strict],
    rules: {
      // Focus moves to a dialog's first field and to the page's heading on purpose.
      'jsx-a11y/no-autofocus': 'off',
    },
  },
  {
    // These rules run React's compiler on each file, which takes a fifth of the time; tests hold no components that users see.
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['**/*.test.{ts,tsx}'],
    extends: [reactHooks.configs.flat['recommended-latest']],
  },
  {
    files: ['src/**/*', 'e2e/**/*'],
    plugins: { 'check-file': checkFile },
    rules: {
      'check-file/filename-naming-convention': [
        'error',
        { '**/*.{ts,tsx,css}': 'KEBAB_CASE' },
        { ignoreMiddleExtensions: true },
      ],
      'check-file/folder-naming-convention': ['error', { '{src,e2e}/**/': 'KEBAB_CASE' }],
    },
  },
  {
    files: ['**/*.test.{ts,tsx}', 'src/testing/**', 'e2e/**'],
    rules: {
      'max-lines-per-function': 'off',
      '@typescript-eslint/consistent-type-assertions': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['src/api/apply-response.ts', '**/*.test.{ts,tsx}', 'src/testing/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'MemberExpression[property.name=/^setQuer(y|ies)Data$/]',
          message: 'An older response in flight would overwrite it: use applyResponse of api/apply-response.',
        },
        ...lengths,
      ],
    },
  },
  { files: ['e2e/**'], rules: { 'react-hooks/rules-of-hooks': 'off', 'no-empty-pattern': 'off' } },
  {
    files: ['**/*.{js,mjs,cjs}'],
    languageOptions: { globals: globals.node },
    rules: { ...sizes, 'no-console': 'off' },
  },
  { files: ['public/**/*.js'], languageOptions: { globals: globals.browser } },
);
