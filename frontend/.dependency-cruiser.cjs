/** Highest first; a layer imports only from layers below it. */
const layers = [
  'app',
  'areas',
  'features',
  'service-lines',
  'consults',
  'patients',
  'versions',
  'session',
  'drafts',
  'api',
  'shared',
];

const tests = '\\.test\\.tsx?$|^src/testing/';

/** Generated lists and limits without imports: any module may import them, so that nothing is defined twice. */
const leaves = '^src/api/contract/(choices/[a-z-]+|constants|lines|messages)\\.gen\\.ts$';

const upward = layers.slice(1).map((layer, index) => ({
  name: `no-import-above-${layer}`,
  comment: `${layer} is below ${layers.slice(0, index + 1).join(', ')} and must not import them.`,
  severity: 'error',
  from: { path: `^src/${layer}/`, pathNot: tests },
  to: { path: `^src/(${layers.slice(0, index + 1).join('|')})/`, pathNot: leaves },
}));

module.exports = {
  forbidden: [
    ...upward,
    {
      name: 'no-feature-imports-a-feature',
      comment: 'Pages compose features; what two features share is a plain component in shared/ui.',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/' },
      to: { path: '^src/features/', pathNot: '^src/features/$1/' },
    },
    {
      name: 'no-area-imports-an-area',
      comment: 'What two areas share is a feature. Each area may add its routes below those in root-routes.ts.',
      severity: 'error',
      from: { path: '^src/areas/([^/]+)/' },
      to: { path: '^src/areas/[^/]+/', pathNot: '^src/areas/$1/' },
    },
    {
      name: 'no-line-imports-a-line',
      comment: 'A service line can be added or removed with its folder.',
      severity: 'error',
      from: { path: '^src/service-lines/lines/([^/]+)/' },
      to: { path: '^src/service-lines/lines/', pathNot: '^src/service-lines/lines/$1/' },
    },
    {
      name: 'no-line-by-name',
      comment: 'Only the registry knows which lines exist.',
      severity: 'error',
      from: { pathNot: ['^src/service-lines/(lines/|registry)', tests] },
      to: { path: '^src/service-lines/lines/' },
    },
    {
      name: 'only-queries-call-the-server',
      comment:
        'Components do not fetch; a feature has its calls in queries.ts. Types and schemas may be used anywhere.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['(^|/)queries\\.ts$', '^src/(session|drafts|api)/', tests] },
      to: { path: '^src/api/generated/', pathNot: '^src/api/generated/(types|zod)\\.gen\\.ts$' },
    },
    {
      name: 'no-testing-in-the-product',
      severity: 'error',
      from: { pathNot: tests },
      to: { path: tests },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: { pathNot: '^src/api/generated/' },
      to: { circular: true, viaOnly: { pathNot: '^src/api/generated/' } },
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-unlisted-package',
      severity: 'error',
      from: { path: '^src/', pathNot: [tests, '^src/vite-env\\.d\\.ts$'] },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'browser', 'default', 'types'] },
  },
};
