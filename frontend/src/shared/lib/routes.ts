/** The paths of the named routes. */
export const routes = {
  login: '/login',
  Error: '/error',
  Help: '/help',
  admin: '/admin',
  myShifts: '/my-shifts',
  callSchedules: '/call-schedules',
  deliveryProblems: '/admin/undelivered-notes',
  coverage: '/coverage',
  whoWouldBePaged: '/call-schedules/who-would-be-paged',
  consultLocation: '/request/location',
  consultPatient: '/request/patient',
  consultServiceLine: '/request/service',
  consultDetails: '/request/$serviceLine',
  legacy: '/consult-legacy/$id/{-$force}/{-$cb}',
} as const;
