/** The installation's public configuration, available before sign-in: `GET /config.json`. */
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
  /** Minutes of inactivity after which the user is signed out. */
  readonly idleMinutes: number;
  /** Inactivity after which an open note is saved and closed. */
  readonly noteIdleMinutes: number;
  /** Whether faxes can be sent. */
  readonly faxes: boolean;
  /** Whether emergency access is offered. */
  readonly emergencyAccess: boolean;
  readonly demo: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

let loaded: RuntimeConfig | null = null;

/** Fetches and validates the configuration; nothing is rendered before it is loaded. */
export async function loadRuntimeConfig(): Promise<RuntimeConfig> {
  const response = await fetch('/config.json');
  if (!response.ok) throw new Error(`The request for config.json failed with status ${response.status}.`);
  loaded = checkRuntimeConfig(await response.json());
  return loaded;
}

/** The configuration; it was loaded before the application started. */
export function runtimeConfig(): RuntimeConfig {
  if (loaded === null) throw new Error('The configuration has not been loaded.');
  return loaded;
}

/** For tests: sets the configuration without a call. */
export function setRuntimeConfig(config: RuntimeConfig) {
  loaded = config;
}

/** Throws an error that names the first invalid field. */
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
    emergencyAccess: config.emergencyAccess === true,
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
