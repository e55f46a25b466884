/** The paths of the routes that have a name, by their names. */
export const routes = {
  login: '/login',
  Error: '/error',
  Help: '/help',
  admin: '/admin',
  deliveryProblems: '/admin/undelivered-notes',
  consultLocation: '/request/location',
  consultPatient: '/request/patient',
  consultServiceLine: '/request/service',
  consultDetails: '/request/$serviceLine',
  legacy: '/consult-legacy/$id/{-$force}/{-$cb}',
} as const;
