import { RuleTester } from 'oxlint/plugins-dev';
import { describe, it } from 'vitest';

import plugin from '../../../../scripts/lint-rules';

RuleTester.describe = describe;
RuleTester.it = it;

const STEP = /A number is a length in px/;
const SCALE = /Spacing, radius and font size are steps of the theme/;
const PX = /A length in px does not grow with the text/;

new RuleTester({ languageOptions: { parserOptions: { lang: 'tsx' } } }).run('lengths', plugin.rules['theme-lengths'], {
  valid: [
    {
      name: 'steps of the theme, variables, rem for sizes, and numbers that are not lengths',
      code: '<Group gap="lg" p={0} w="10rem" maw="var(--wl-field-width)"><Icon size="sm" strokeWidth={2} tabIndex={1} /></Group>',
    },
  ],
  invalid: [
    { code: '<Group gap={12} />', errors: [{ message: STEP }] },
    { code: '<Drawer size={phone ? "95%" : 420} />', errors: [{ message: STEP }] },
    { code: '<TextInput maw={480} />', errors: [{ message: STEP }] },
    { code: '<Stack p="0.625rem" />', errors: [{ message: SCALE }] },
    { code: '<Text fz="0.9375rem" />', errors: [{ message: SCALE }] },
    { code: '<div style={{ inlineSize: "384px" }} />', errors: [{ message: PX }] },
  ],
});
