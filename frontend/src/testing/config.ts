import type { RuntimeConfig } from '@/api/runtime-config';

export const testConfig: RuntimeConfig = {
  apiBaseUrl: '/api',
  socketPath: '/socket.io',
  oidc: { issuer: 'http://identity.test', clientId: 'wardline-web', providerName: 'Test sign-in', invitePolicy: null },
  supportPhone: '(555) 010-0100',
  termsUrl: '/terms',
  privacyUrl: '/privacy',
  adminUrl: 'http://admin.test',
  reportingUrl: 'http://reporting.test',
  idleMinutes: 15,
  noteIdleMinutes: 15,
  faxes: true,
  emergencyAccess: false,
  demo: true,
};
