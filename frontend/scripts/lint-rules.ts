import { relative } from 'node:path';

import type { RuleTester } from 'oxlint/plugins-dev';

type Rule = Parameters<RuleTester['run']>[1];

const SPACING = '[mp][xytrblse]?|gap|rowGap|columnGap|spacing|radius|fz';

/** shared/ui/theme/style-rules.test.ts checks that style sheets use the theme's scale; this rule checks components. */
const themeLengths: Rule = {
  create: (context) => ({
    [`JSXAttribute[name.name=/^(${SPACING}|size|width|height|(mi|ma)?[wh])$/] > JSXExpressionContainer Literal[raw=/^[1-9]/]`]:
      (node) =>
        context.report({
          node,
          message: 'A number is a length in px: use a step of the theme, a --wl-… variable, or rem for a size.',
        }),
    [`JSXAttribute[name.name=/^(${SPACING})$/] > Literal[value=/\\d(px|r?em)/]`]: (node) =>
      context.report({ node, message: 'Spacing, radius and font size are steps of the theme.' }),
    'Literal[value=/\\d(px|pt)\\b/]': (node) =>
      context.report({
        node,
        message:
          'A length in px does not grow with the text: use a step of the theme, a --wl-… variable, or rem for a size.',
      }),
  }),
};

const folderCase: Rule = {
  create: (context) => ({
    Program: (node) => {
      const folders = relative(context.cwd, context.filename).split('/').slice(0, -1);
      const wrong = folders.find((folder) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(folder));
      if (wrong !== undefined) context.report({ node, message: `Folders are in kebab-case: ${wrong}` });
    },
  }),
};

export default {
  meta: { name: 'wardline' },
  rules: { 'theme-lengths': themeLengths, 'folder-case': folderCase },
};
