import type { Accepted } from './accepted.ts'
import { CLIENT_AND_INSTANCE_DIFFERENCES } from './accepted-client-differences.ts'
import { ENTERPRISE_SERVED } from './enterprise-served.ts'
import { OWN_WORDS } from './general-differences.ts'

/** Each has to occur in each of the exchanges that it names. */
export const ACCEPTED: readonly Accepted[] = [
  {
    exchanges: ENTERPRISE_SERVED,
    differs: /^is served/,
    because:
      'the recorded edition is the open-source one; Halyard has the operations of the Enterprise edition too',
  },
  // routing and sign-in
  {
    exchanges: [
      'routing/root-serves-the-ui',
      'routing/unknown-non-api-path-serves-the-ui-spa-fallback',
      'removed-paths/get-logout',
    ],
    differs: /^header cache-control is "public, max-age=0"/,
    because: 'a page is asked for anew each time: another version of the service may have started',
  },
  {
    exchanges: [
      'routing/unknown-asset-with-extension',
      'authentication/login-is-post-only',
      'removed-paths/get-auth-logout',
      'removed-paths/post-auth-demo-login',
      'enterprise-paths/get-auth-google-login',
      'enterprise-paths/get-scim-users',
    ],
    differs:
      /^(status is 404|header (content-type|cache-control|ratelimit-policy) is |the body is no HTML page)/,
    because: 'pages are answered to paths of pages alone; other unknown paths are the ordinary 404',
  },
  {
    exchanges: ['enterprise-paths/get-auth-oidc-login', 'enterprise-paths/get-auth-saml-login'],
    differs:
      /^(status is 302|header (content-type|location|cache-control|ratelimit.*|set-cookie|etag) is |the body is no HTML page)/,
    because: 'Halyard serves single sign-on, which the recorded edition does not',
  },
  {
    exchanges: ['routing/openapi-document'],
    differs: /^\/info\/(title is "Halyard"|description is not recorded)/,
    because: 'the document names the service that it describes',
  },
  {
    exchanges: ['routing/prometheus-metrics'],
    differs: /^the text is /,
    because: 'Halyard measures what it has, under names of its own where the original has none (ADR 8)',
  },
  {
    exchanges: ['authentication/admin-token-at-the-client-api'],
    differs: /^\/query\/environment is not recorded$/,
    because: 'the answer says which environment it is for',
  },
  {
    exchanges: ['authentication/me-with-admin-api-token'],
    differs: /^\/user\/(secret|internalAdminTokenUserId) is missing$/,
    because: 'a secret is shown when it is created, and not again',
  },
  {
    exchanges: ['authentication/profile'],
    differs: /^\/subscriptions has 0 items/,
    because: 'Halyard sends no productivity report',
  },
  // projects and environments
  {
    exchanges: ['projects/list-archived-projects'],
    differs: /^\/projects has 0 items/,
    because: 'the open-source edition has no archived projects and ignores the parameter',
  },
  {
    exchanges: ['projects/status'],
    differs: /^\/(resources\/apiTokens|activityCountByDate) /,
    because: 'the admin token counts as one of all projects; adding tokens is no activity of the project',
  },
  {
    exchanges: ['projects/favorite-project-without-a-body'],
    status: 200,
    because: 'a request without a body needs no content type',
  },
  {
    exchanges: ['projects/favorite-project-admin-token'],
    status: 403,
    because: 'a request that cannot be served is the client’s error, not ours (original: 500)',
  },
  {
    exchanges: ['projects/list-projects-favorite-shows'],
    differs: /^\/projects\/0\/lastUpdatedAt is /,
    because: 'marking a project as a favourite is an event of the project',
  },
  {
    exchanges: ['environments/default-strategy-set'],
    differs: /^\/(variants|segments) is not recorded$/,
    because: 'a strategy has the same properties everywhere',
  },
  // API tokens
  {
    exchanges: ['api-tokens/list'],
    differs: /^\/tokens\/4\/(secret|type|project|projects\/0|environment) is /,
    because: 'the recording cuts this list off within its last item',
  },
  {
    exchanges: ['api-tokens/create-with-empty-body'],
    differs: /^\/details\/1\/(message|path) is /,
    because: 'each missing property is named; the recorded text speaks of alternatives in the schema',
  },
  {
    exchanges: [
      'api-tokens/deleted-token-still-works-until-the-next-minute-refresh',
      'metrics/the-token-deleted-in-section-5-some-45-s-later',
    ],
    status: 401,
    because: 'a deleted token opens nothing from the next request on',
  },
  {
    exchanges: [
      'api-tokens/project-tokens-delete-unknown',
      'segments/delete-in-use',
      'users/own-password-change-mismatch',
      'passwords-and-tokens/signup-validate-bad',
      'passwords-and-tokens/signup-validate-disabled',
    ],
    differs: /^(header content-type is "application\/json|the body is \{"id":.*, recorded none)/,
    because: 'errors are the error record, never an empty body (docs/architecture.md#errors)',
  },
  // flags, strategies, variants
  {
    exchanges: [
      'flags/create-with-a-tag-that-does-not-exist-yet',
      'tags/tags-unknown-type',
      'segments/with-unknown-project',
      'integrations/create-webhook-with-a-host-name-that-does-not-resolve',
      'instance/personal-dashboard-with-api-token',
    ],
    status: 400,
    because: 'a request that cannot be served is the client’s error, not ours (original: 500)',
  },
  {
    exchanges: ['strategies/bad-constraint-operator'],
    differs: /^\/details\/0\/message is "The `operator` property must be equal to one of/,
    because: 'the operators are listed in our order',
  },
  {
    exchanges: [
      'strategies/semver-gt-with-bad-version',
      'variants/put-duplicate-names-2',
      'client-api/bad-tag-filter',
    ],
    differs: /^\/(message|details\/0\/message) is /,
    because:
      'the message is that of other values which the service itself checks; the detail says what is wrong',
  },
  {
    exchanges: ['strategies/delete'],
    differs: /^header content-type is null/,
    because: 'an empty body has no type',
  },
  {
    exchanges: [
      'variants/put',
      'variants/put-unequal-fixed-and-variable-weights-are-redistributed',
      'variants/patch',
    ],
    status: 200,
    because: 'the service document describes variants of environments as working',
  },
  {
    exchanges: [
      'variants/put-duplicate-names',
      'variants/put-fixed-weights-over-1000',
      'variants/put-all-fixed-under-1000',
    ],
    status: 400,
    because: 'variants of environments work, so what is wrong with these is said',
  },
  // tags, segments, strategy types, integrations
  {
    exchanges: ['tags/tags-duplicate'],
    differs: /message is "A tag of team:payments already exists"/,
    because: 'the recorded text shows a defect of the original: [object Object]',
  },
  {
    exchanges: ['segments/delete-again'],
    differs: /message is "No segment exists with ID/,
    because: 'the failed insert of the original used up a number',
  },
  {
    exchanges: ['strategy-types/delete-built-in', 'strategy-types/update-built-in'],
    status: 403,
    because: 'a request that is not allowed is the client’s error, not ours (original: 500)',
  },
  {
    exchanges: ['integrations/list-with-providers'],
    differs: /displayName is "Extra HTTP headers"/,
    because: OWN_WORDS,
  },
  // users and passwords
  {
    exchanges: ['users/viewer-add-strategy-is-forbidden', 'users/viewer-toggle-is-forbidden'],
    differs: /message is ".* in the \\"development\\" environment\."/,
    because: 'the permission is one of an environment; the message names it, as version 8 does',
  },
  {
    exchanges: ['users/editor-environment-other-than-development-production-oss'],
    status: 404,
    because: 'the limit to two environments is one of the open-source edition',
  },
  {
    exchanges: ['passwords-and-tokens/reset-e-mail-for-unknown'],
    status: 200,
    because: 'the answer does not tell strangers who has an account',
  },
  {
    exchanges: ['passwords-and-tokens/signup-token-disable'],
    differs: /^\/users has 1 items/,
    because: 'the link shows who signed up by it in this answer too',
  },
  {
    exchanges: ['passwords-and-tokens/pat-use-on-admin-api'],
    differs: /^\/user\/(scimId|seatType|companyRole|productUpdatesEmailConsent) is not recorded$/,
    because: 'a user has the same properties with a session and with a token',
  },
  // relations, archive, search
  {
    exchanges: ['flag-relations/favorite-unknown-flag'],
    status: 404,
    because: 'a request that cannot be served is the client’s error, not ours (original: 500)',
  },
  {
    exchanges: ['archive/archive-unknown'],
    differs: /message is "There's no feature named/,
    because: 'a flag that is not there is said in the same words everywhere',
  },
  {
    exchanges: ['archive/archived-via-search'],
    differs: /lifecycle\/stage is "archived"/,
    because: 'an archived flag is in the last stage',
  },
  {
    exchanges: ['archive/update-archived-flag'],
    status: 400,
    because: 'an update does not revive: the original does so silently, and has a request of its own for it',
  },
  {
    exchanges: ['archive/which-un-archives-it'],
    status: 404,
    because: 'the flag is still archived: the update before was refused',
  },
  {
    exchanges: ['archive/delete-a-flag-that-is-not-archived'],
    status: 403,
    because: 'a success would say that the flag is gone; it is not',
  },
  {
    exchanges: ['search/limit-and-offset'],
    differs: /^\/features\/0\/createdBy\/(name|imageUrl) is /,
    because: 'a deleted user is forgotten: nothing of the name is kept',
  },
  {
    exchanges: ['search/status-filter'],
    differs: /^\/features\/\d\/environments has 2 items/,
    because: 'the filter chooses flags; each is shown with all its environments',
  },
  ...CLIENT_AND_INSTANCE_DIFFERENCES,
]
