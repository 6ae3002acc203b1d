import type { Accepted } from './accepted.ts'

/** Accepted differences of exchanges about clients, events, transfer and the instance. */
export const CLIENT_AND_INSTANCE_DIFFERENCES: readonly Accepted[] = [
  // clients and metrics
  {
    exchanges: ['client-api/gzip-is-offered'],
    differs: /^header content-encoding is null/,
    because: 'the service is called on the same machine, where compression costs more than it saves',
  },
  {
    exchanges: ['client-api/custom-metrics'],
    differs: /^header ratelimit-policy is null/,
    because: 'metrics have a limit, custom metrics have none: the original has exchanged the two',
  },
  {
    exchanges: ['client-api/immediately-after'],
    status: 200,
    because: 'a change is seen by the next request, not a second later',
  },
  {
    exchanges: ['client-api/bulk-metrics-application-without-interval'],
    status: 202,
    because: 'only the name of an application is needed',
  },
  {
    exchanges: [
      'metrics/applications',
      'metrics/applications-query-and-paging',
      'metrics/project-applications',
    ],
    differs: /^\/(applications|total)/,
    because:
      'an application that registers over the frontend API is listed too, with the project of its token',
  },
  {
    exchanges: ['metrics/application-overview'],
    differs: /missingFeatures has 1 items/,
    because: 'the application reported a flag that does not exist',
  },
  {
    exchanges: ['metrics/application-overview-unknown'],
    differs: /^\/featureCount is 0/,
    because: 'an application that never reported uses no flag',
  },
  {
    exchanges: [
      'metrics/gone-seen-toggles',
      'metrics/gone-seen-apps',
      'metrics/gone-feature-toggles',
      'metrics/gone-feature-toggles-name',
    ],
    status: 404,
    because: 'no operations of the published document: unknown paths are the ordinary 404',
  },
  // events
  {
    exchanges: ['events/events', 'events/event-search'],
    differs:
      /^\/events\/\d\/(type|data|preData|tags|featureName|project|environment|createdBy\w*)|^\/total is /,
    because: 'changes of applications are events too; the origins have a value before they are first set',
  },
  {
    exchanges: [
      'events/events-of-flag-deprecated',
      'events/event-search-by-feature',
      'events/event-search-by-creator',
    ],
    differs: /^\/events\/\d\/project is "default", recorded null$/,
    because: 'a favourite is one of a flag, which is in a project',
  },
  {
    exchanges: ['events/event-search-by-project-and-date'],
    differs: /^\/total is /,
    because: 'the steps that are not in the recording differ in number',
  },
  {
    exchanges: ['events/event-search-query-and-offset'],
    differs: /^\/(events\/0\/(type|data|preData|tags) |total is )/,
    because: 'the text is looked for in the names of flags and projects too, not in the data alone',
  },
  {
    exchanges: ['events/event-creators'],
    differs: /^\/( has 6 items|\d\/name is )/,
    because: 'users of the service are listed, its migrations are not',
  },
  // transfer and instance
  {
    exchanges: ['transfer/validate-import'],
    differs: /affectedItems\/\d is /,
    because: 'the flags are listed in the order of the file',
  },
  {
    exchanges: ['transfer/imported-flag'],
    differs: /^\/environments\/0\/strategies\//,
    because: 'imported strategies keep their order; the recorded ones all have the place 0, in no order',
  },
  {
    exchanges: ['instance/instance-statistics'],
    differs: /^\/(versionEnterprise|apiTokens|activeUsers|clientApps|productionChanges|readOnlyUsers)/,
    because: 'figures of this instance: counted when asked for; "client" and "backend" tokens are one kind',
  },
  {
    exchanges: ['instance/instance-statistics-csv'],
    differs: /^the text is /,
    because: 'the same figures as text',
  },
  {
    exchanges: ['instance/personal-dashboard'],
    differs: /^\/projects\/0\/(health|technicalDebt) is /,
    because: 'health is counted when asked for, not once an hour',
  },
  {
    exchanges: ['instance/edge-issue-token-without-hmac'],
    differs: /^\/message is not recorded$/,
    because: 'the error record, with the member that Edge reads (docs/architecture.md#errors)',
  },
  {
    exchanges: ['maintenance/patch-is-not-blocked'],
    differs: /^\/lastSeenAt is /,
    because: 'metrics arrived in the meantime; the time that a flag was seen is written at once',
  },
  {
    exchanges: ['logout/logout'],
    differs: /^(header (content-type|set-cookie) is |the text is )/,
    because: 'a redirect needs no text; the cookie ends with the attributes that it was set with',
  },
]
