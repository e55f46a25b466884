/** What the installation tells every browser before anyone signs in; `GET /config.json`. */
export interface RuntimeConfig {
  readonly apiBaseUrl: string;
  readonly socketPath: string;
  readonly oidc: {
    readonly issuer: string;
    readonly clientId: string;
    readonly providerName: string;
    readonly invitePolicy: string | null;
  };
  readonly supportPhone: string;
  readonly termsUrl: string;
  readonly privacyUrl: string;
  readonly adminUrl: string;
  readonly reportingUrl: string;
  /** How long nobody may have touched this browser before its user is signed out. */
  readonly idleMinutes: number;
  /** How long nobody may have touched an open note before it is saved and closed. */
  readonly noteIdleMinutes: number;
  /** Whether anybody sends faxes. */
  readonly faxes: boolean;
  readonly demo: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

let loaded: RuntimeConfig | null = null;

/** Fetches and checks the configuration; nothing is rendered before it is there. */
export async function loadRuntimeConfig(): Promise<RuntimeConfig> {
  const response = await fetch('/config.json', { cache: 'no-store' });
  if (!response.ok) throw new Error(`config.json answered ${response.status}`);
  loaded = checkRuntimeConfig(await response.json());
  return loaded;
}

/** The configuration; it was loaded before the application started. */
export function runtimeConfig(): RuntimeConfig {
  if (loaded === null) throw new Error('The configuration is read before it was loaded.');
  return loaded;
}

/** For tests: the configuration without the call. */
export function setRuntimeConfig(config: RuntimeConfig) {
  loaded = config;
}

/** Throws an error that names the first field at fault. */
function checkRuntimeConfig(data: unknown): RuntimeConfig {
  const config = fieldsOf(data, 'config.json');
  const oidc = fieldsOf(config.oidc, 'oidc');
  return {
    apiBaseUrl: text(config, 'apiBaseUrl'),
    socketPath: text(config, 'socketPath'),
    oidc: {
      issuer: text(oidc, 'issuer'),
      clientId: text(oidc, 'clientId'),
      providerName: text(oidc, 'providerName'),
      invitePolicy: typeof oidc.invitePolicy === 'string' ? oidc.invitePolicy : null,
    },
    supportPhone: text(config, 'supportPhone'),
    termsUrl: text(config, 'termsUrl'),
    privacyUrl: text(config, 'privacyUrl'),
    adminUrl: text(config, 'adminUrl'),
    reportingUrl: text(config, 'reportingUrl'),
    idleMinutes: count(config, 'idleMinutes'),
    noteIdleMinutes: count(config, 'noteIdleMinutes'),
    faxes: config.faxes === true,
    demo: config.demo === true,
  };
}

function fieldsOf(value: unknown, name: string): Fields {
  if (typeof value !== 'object' || value === null) throw new Error(`The configuration's ${name} is not an object.`);
  return Object.fromEntries(Object.entries(value));
}

function text(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string' || value === '') throw new Error(`The configuration has no ${name}.`);
  return value;
}

function count(fields: Fields, name: string): number {
  const value = fields[name];
  if (typeof value !== 'number' || !(value > 0)) throw new Error(`The configuration has no ${name}.`);
  return value;
}
