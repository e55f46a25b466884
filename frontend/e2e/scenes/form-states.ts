import { expect, type Page, type Route } from '@playwright/test';

import { isNarrow, type Scene } from './scene';

const ruth = { id: 900, username: 'admin', firstName: 'Ruth', lastName: 'Hornbeam' };

/** A form that changes one object of the demonstration. */
interface ObjectForm {
  readonly name: string;
  readonly noun: string;
  /** Where the object is read and saved. */
  readonly api: RegExp;
  /** A page with a link to the object. */
  readonly path: string;
  readonly open: (page: Page) => Promise<void>;
  /** Changes one answer. */
  readonly answer: (page: Page) => Promise<void>;
  /** How somebody else has answered the same. */
  readonly theirs: (object: ReadObject) => object;
}

interface ReadObject {
  readonly settings?: object;
}

const follow = (name: string | RegExp) => (page: Page) => page.getByRole('link', { name }).first().click();
const fill = (label: RegExp, value: string) => (page: Page) => page.getByLabel(label).first().fill(value);

const objectForms: readonly ObjectForm[] = [
  {
    name: 'person',
    noun: 'person',
    api: /\/api\/people\/\d+$/,
    path: '/admin/people?text=larkspur',
    open: follow(/^Maya Larkspur/),
    answer: fill(/^Last Name/, 'Larkin'),
    theirs: () => ({ lastName: 'Larch', medipacId: 'M-100' }),
  },
  {
    name: 'organization',
    noun: 'organization',
    api: /\/api\/places\/organizations\/\d+$/,
    path: '/admin/places',
    open: follow('Summit Ridge Healthcare'),
    answer: fill(/^Name/, 'Summit Ridge'),
    theirs: () => ({ name: 'Summit Ridge Health' }),
  },
  {
    name: 'facility',
    noun: 'facility',
    api: /\/api\/places\/facilities\/\d+$/,
    path: '/admin/places',
    open: follow('Lakeshore General Hospital'),
    answer: fill(/^Name/, 'Lakeshore General'),
    theirs: () => ({ name: 'Lakeshore General Medical Center' }),
  },
  {
    name: 'unit',
    noun: 'unit',
    api: /\/api\/places\/units\/\d+$/,
    path: '/admin/places?text=lakeshore-general-ed',
    open: follow(/^Emergency Department/),
    answer: fill(/^Full Name/, 'General - ED'),
    theirs: () => ({ displayName: 'General - Emergency' }),
  },
  {
    name: 'line',
    noun: 'service line',
    api: /\/api\/lines\/\d+$/,
    path: '/admin/lines',
    open: follow(/^Tele-Hospitalist/),
    answer: fill(/^Closes/, '12:00'),
    theirs: ({ settings }) => ({
      settings: {
        ...settings,
        hours: [{ openDaysInWeek: '[1,5]', openHours: '19:00-07:00', openHoursTimezone: 'America/New_York' }],
      },
    }),
  },
  {
    name: 'escalation',
    noun: 'escalation',
    api: /\/api\/lines\/\d+\/escalations\/\d+$/,
    path: '/admin/lines',
    open: async (page) => {
      await follow(/^Tele-Hospitalist/)(page);
      await follow('Escalation')(page);
    },
    answer: async (page) => {
      await page.getByRole('button', { name: 'Add Policy' }).click();
      await page.getByLabel(/^Backup Number/).fill('(555) 010-0177');
    },
    theirs: () => ({
      settings: {
        policies: [
          {
            priority: null,
            facilityId: null,
            policy: {
              steps: [{ afterSeconds: 60, targets: ['coordinators'], channels: null, hours: null }],
              rounds: 1,
              repeatSeconds: 300,
              backupNumber: '(555) 010-0178',
            },
          },
        ],
      },
    }),
  },
  {
    name: 'role',
    noun: 'role',
    api: /\/api\/roles\/\d+$/,
    path: '/admin/roles',
    open: async (page) => {
      if (isNarrow(page)) await page.getByRole('combobox', { name: 'Role' }).selectOption('Transfer Coordinator');
      await follow(/Transfer Coordinator$/)(page);
    },
    answer: (page) => page.getByRole('checkbox', { name: 'Comment', exact: true }).click(),
    theirs: () => ({ permissions: [], label: 'Transfers' }),
  },
];

type Answer = (route: Route, object: ReadObject) => Promise<void>;

/** Opens the form, answers, and presses Save. */
async function save({ api, path, open, answer }: ObjectForm, page: Page, respond: Answer) {
  await page.unrouteAll();
  await page.goto(path);
  await open(page);
  await answer(page);
  await page.route(api, async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    const headers = await route.request().allHeaders();
    const object = (await (await route.fetch({ method: 'GET', headers })).json()) as ReadObject;
    return respond(route, object);
  });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
}

/** Every form with the states that saving has, and as a file that manages the object has it. */
export const formStates: readonly Scene[] = objectForms.flatMap((form): Scene[] => [
  {
    name: `${form.name}-saving`,
    soakOnly: true,
    path: '/help',
    isBusy: true,
    show: async (page) => {
      await save(form, page, () => new Promise(() => undefined));
      await expect(page.getByText('Still sending…')).toBeVisible();
    },
  },
  {
    name: `${form.name}-not-saved`,
    soakOnly: true,
    path: '/help',
    reload: true,
    show: async (page) => {
      await save(form, page, (route) => route.fulfill({ status: 500, json: {} }));
      await expect(page.getByText('This may not have been saved.')).toBeVisible();
    },
  },
  {
    name: `${form.name}-saved`,
    soakOnly: true,
    path: '/help',
    reload: true,
    show: async (page) => {
      await save(form, page, (route, object) =>
        route.fulfill({ json: { ...object, ...form.theirs(object), version: 'newer' } }),
      );
      await expect(page.getByText(/^Changes to .+ saved\.$/)).toBeVisible();
    },
  },
  {
    name: `${form.name}-changed-meanwhile`,
    soakOnly: true,
    path: '/help',
    reload: true,
    show: async (page) => {
      await save(form, page, async (route, object) => {
        await page.route(form.api, (again) =>
          again.fulfill({ json: { ...object, ...form.theirs(object), version: 'newer' } }),
        );
        const refusal = { code: 'changed_meanwhile', message: '', errors: [], changedBy: ruth };
        return route.fulfill({ status: 412, json: refusal });
      });
      await expect(page.getByText(`Ruth Hornbeam changed this ${form.noun} while you were editing.`)).toBeVisible();
    },
  },
  {
    name: `${form.name}-managed`,
    soakOnly: true,
    path: '/help',
    reload: true,
    show: async (page) => {
      await page.unrouteAll();
      await page.route(form.api, async (route) => {
        const object = (await (await route.fetch()).json()) as object;
        await route.fulfill({ json: { ...object, managedBy: 'network.yaml' } });
      });
      await page.goto(form.path);
      await form.open(page);
      await expect(page.getByText(`The file network.yaml manages this ${form.noun}.`)).toBeVisible();
      await page.unroute(form.api);
    },
  },
]);

/** The forms that add an object, before anything is entered. */
export const emptyForms: readonly Scene[] = [
  { name: 'person-empty', soakOnly: true, path: '/admin/people/new' },
  { name: 'organization-empty', soakOnly: true, path: '/admin/places/organizations/new' },
  {
    name: 'facility-empty',
    soakOnly: true,
    path: '/admin/places',
    show: addWithin('Summit Ridge Healthcare', 'Add Facility'),
  },
  {
    name: 'unit-empty',
    soakOnly: true,
    path: '/admin/places',
    show: addWithin('Lakeshore General Hospital', 'Add Unit'),
  },
  { name: 'role-empty', soakOnly: true, path: '/admin/roles/new' },
];

function addWithin(place: string, add: string) {
  return async (page: Page) => {
    await follow(place)(page);
    await follow(add)(page);
    await expect(page.getByRole('heading', { name: add })).toBeVisible();
  };
}
