import { overviewCsv } from '#shared/access/rules/overview-csv.ts'
import { blindnessInWords } from '#shared/flags/releases/safeguard-words.ts'
import type { Blindness } from '#shared/flags/schemas/release-plan.ts'
import { loginCsv } from '#shared/access/schemas/login-history.ts'
import { BROWSER_COOKIE, type BrowserStep } from '#domains/access/saml/saml-services.ts'
import { KNOWN_BROWSER_COOKIE } from '#shared/access/contract/sessions.ts'
import { accountIn, accountKey, KNOWN_BROWSER_DAYS } from '#domains/access/sessions/known-browsers.ts'
import { SESSION_HOURS, type StartedSession } from '#domains/access/sessions/start-session.ts'
import { OIDC_COOKIE } from '#domains/access/oidc/oidc-services.ts'
import { toUser } from '#domains/access/users/user.ts'
import type { ClientFeaturesAnswer } from '#domains/clients/client-api/answer-poll.ts'
import type { BulkEvaluation } from '#domains/clients/remote-evaluation/evaluate-remotely.ts'
import type { Caller } from '#kernel/caller.ts'
import type { Entity } from '#kernel/etag.ts'
import { statisticsCsv } from '#shared/instance/schemas/instance-statistics.ts'
import { admitSender, tokenKindOf } from '#domains/signals/signals/admit-sender.ts'
import type { SignalServices } from '#domains/signals/signals/signal-services.ts'
import { reportAsMarkdown } from '#shared/versions/upgrade-report/index.ts'
import { bind, type RouteOptionsByName, type RejectedRequest, type Reply } from '#transport/http/bind.ts'
import { browserCookie, endedSessionCookie, sessionCookie } from '#transport/http/cookies.ts'
import type { Identity } from '#transport/http/audience.ts'
import { SCIM_TYPE, scimDetail } from '#transport/http/scim-wire.ts'
import type { Services } from './services.ts'
import type { UseCases } from './use-cases.ts'

/**
 * Collects the HTTP settings that do not follow from the contract: cookies, files, streams.
 */
export function routeOptionsOf(useCases: UseCases, services: Services): RouteOptionsByName<UseCases> {
  return {
    ...NOTES,
    ...FILES,
    ...POLLS,
    ...sessionRoutes(services),
    ...samlRoutes(services),
    ...signalRoutes(services),
    ...scimRoutes(useCases, services),
    ...formerRoutes(useCases),
  }
}

/** Says of a new safeguard that it sees nothing, and why. */
const withBlindness = {
  headers: ({ blind }: { blind: Blindness | null }): Record<string, string> =>
    blind === null ? {} : { 'halyard-note': blindnessInWords(blind) },
}

/** Headers of Halyard's own, which say what an answer cannot. */
const NOTES: RouteOptionsByName<UseCases> = {
  changeFeatureEnvSafeguard: withBlindness,
  changeReleasePlanSafeguard: withBlindness,
  cloneFeature: {
    headers: ({ strategiesLeftOut: environments }): Record<string, string> =>
      environments === undefined ? {} : { 'halyard-strategies-left-out': environments.join(', ') },
  },
}

const fileOf = (text: string, headers: Record<string, string>): Reply => ({
  status: 200,
  bytes: Buffer.from(text),
  headers,
})
const csvOf = (text: string, name: string): Reply =>
  fileOf(text, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}.csv"`,
  })

/** Answers that are a file, always or where it is asked for. */
const FILES: RouteOptionsByName<UseCases> = {
  getAccessOverview: {
    reply: ({ overview, format }) =>
      format === 'csv'
        ? csvOf(overviewCsv(overview), 'access-overview')
        : { status: 200, body: { overview } },
  },
  getLoginHistory: {
    reply: ({ events, format }) => {
      if (format === 'csv') return csvOf(loginCsv(events), 'login-history')
      return events.length === 0 ? { status: 204 } : { status: 200, body: { events } }
    },
  },
  getEmailPreview: {
    reply: ({ format, html, text }) =>
      fileOf(format === 'html' ? html : text, {
        'content-type': `text/${format === 'html' ? 'html' : 'plain'}; charset=utf-8`,
        // the page of an e-mail has styles of its own and nothing else
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      }),
  },
  exportFeatures: {
    reply: ({ flags, fileName }) => ({
      status: 200,
      body: flags,
      ...(fileName === null
        ? {}
        : { headers: { 'content-disposition': `attachment; filename="${fileName}"` } }),
    }),
  },
  getInstanceAdminStatsCsv: {
    reply: (statistics) =>
      csvOf(
        statisticsCsv(statistics),
        `unleash-${statistics.instanceId}-${Date.parse(statistics.timestamp)}`,
      ),
  },
  getUpgradeReport: {
    reply: ({ report, groupBy, format }) =>
      format === 'md'
        ? fileOf(reportAsMarkdown(report, groupBy), { 'content-type': 'text/markdown; charset=utf-8' })
        : { status: 200, body: report },
  },
}

const toPollReply = ({ etag, bytes }: ClientFeaturesAnswer): Reply =>
  bytes === null ? { status: 304, headers: { etag } } : { status: 200, bytes, headers: { etag } }

const toPageReply = (entity: Entity): Reply => ({
  status: 200,
  entity,
  headers: { 'cache-control': 'no-cache' },
})

/** Unlike other POSTs, this one has an ETag. */
const toBulkReply = ({ entity, isFresh }: BulkEvaluation): Reply => {
  const headers = { etag: entity.etag, 'cache-control': 'no-cache' }
  return isFresh ? { status: 304, headers } : { status: 200, entity, headers }
}

/** The whole configuration, which all SDKs with such a token get. */
const toFeaturesReply = ({ etag, bytes }: ClientFeaturesAnswer): Reply =>
  bytes === null
    ? { status: 304, headers: { etag } }
    : { status: 200, entity: { etag, bytes, comesAgain: true } }

/** Operations that SDKs poll or listen to. */
const POLLS: RouteOptionsByName<UseCases> = {
  getAllClientFeatures: { reply: toFeaturesReply },
  getClientFeaturesFormerly: { reply: toFeaturesReply },
  getDelta: { reply: toPollReply },
  getStreaming: { reply: (stream) => ({ status: 200, stream }) },
  streamFlagChanges: { reply: (stream) => ({ status: 200, stream }) },
  getFrontendFeatures: { reply: toPageReply },
  getFrontendApiFeaturesWithPost: { reply: toPageReply },
  evaluateFlagsBulk: { reply: toBulkReply },
}

/** Tells whether a browser gets its cookies over https alone. */
const usesHttps = ({ baseUrl }: Pick<Services, 'baseUrl'>, { isSecure }: Pick<Caller, 'isSecure'>) =>
  isSecure === true || baseUrl.startsWith('https:')

function sessionRoutes(services: Services): RouteOptionsByName<UseCases> {
  const { knownBrowsers } = services
  const secureFor = (caller: Caller) => usesHttps(services, caller)
  const cookieOf = ({ secret }: Pick<StartedSession, 'secret'>, caller: Caller) =>
    sessionCookie(secret, { maxAge: SESSION_HOURS * 60 * 60, secure: secureFor(caller) })
  return {
    login: {
      accountOf: (sent) => accountIn(sent, 'username', knownBrowsers),
      reply: ({ browser, ...session }, caller) => ({
        status: 200,
        body: {
          ...toUser(session.user),
          deletedSessions: session.deletedSessions,
          activeSessions: session.activeSessions,
        },
        headers: {
          'set-cookie': [
            cookieOf(session, caller),
            browserCookie(KNOWN_BROWSER_COOKIE, browser, {
              secure: secureFor(caller),
              maxAge: KNOWN_BROWSER_DAYS * 24 * 60 * 60,
            }),
          ],
        },
      }),
    },
    addPublicSignupTokenUser: {
      accountOf: (_sent, { token = '' }) => ({ key: accountKey(token), isKnownBrowser: false }),
    },
    sendResetPasswordEmail: { accountOf: (sent) => accountIn(sent, 'email', knownBrowsers) },
    redeemSignInLink: {
      reply: (session, caller) => ({
        status: 302,
        headers: { 'set-cookie': cookieOf(session, caller), location: '/' },
      }),
    },
    logout: {
      reply: ({ location }, caller) => ({
        status: 302,
        headers: {
          location,
          'clear-site-data': '"cookies", "storage"',
          'set-cookie': endedSessionCookie({ secure: secureFor(caller) }),
        },
      }),
    },
    getMe: { headers: () => ({ 'cache-control': 'no-store' }) },
    getSignInOptions: { headers: () => ({ 'cache-control': 'no-store' }) },
    beginOidcSignIn: {
      reply: ({ location, browser }, caller) => ({
        status: 302,
        headers: {
          location,
          'cache-control': 'no-store',
          ...(browser === undefined
            ? {}
            : { 'set-cookie': browserCookie(OIDC_COOKIE, browser, { secure: secureFor(caller) }) }),
        },
      }),
    },
    finishOidcSignIn: {
      reply: ({ location, session }, caller) => ({
        status: 302,
        headers: {
          location,
          'cache-control': 'no-store',
          ...(session === undefined ? {} : { 'set-cookie': cookieOf({ secret: session }, caller) }),
        },
      }),
    },
    endOidcSession: {
      reply: ({ location }, caller) => ({
        status: 302,
        headers: { location, 'set-cookie': endedSessionCookie({ secure: secureFor(caller) }) },
      }),
    },
  }
}

/** Redirects of the sign-in with SAML, with the cookie that each step sets. */
function samlRoutes(services: Services): RouteOptionsByName<UseCases> {
  const reply = ({ location, session, browser }: BrowserStep, caller: Caller): Reply => {
    const secure = usesHttps(services, caller)
    return {
      status: 302,
      headers: {
        location,
        'cache-control': 'no-store',
        ...(session === undefined
          ? {}
          : { 'set-cookie': sessionCookie(session, { maxAge: SESSION_HOURS * 60 * 60, secure }) }),
        ...(browser === undefined
          ? {}
          : { 'set-cookie': browserCookie(BROWSER_COOKIE, browser, { secure }) }),
      },
    }
  }
  const ended = (step: BrowserStep, caller: Caller): Reply => {
    const { headers, ...rest } = reply(step, caller)
    const cookie = endedSessionCookie({ secure: usesHttps(services, caller) })
    return { ...rest, headers: { ...headers, 'set-cookie': cookie } }
  }
  return {
    beginSamlSignIn: { reply },
    receiveSamlAnswer: { reply },
    finishSamlSignIn: { reply },
    endSamlSession: { reply: ended },
    endSamlSessionByForm: { reply },
    getSamlMetadata: {
      reply: (metadata) =>
        fileOf(metadata, { 'content-type': 'application/samlmetadata+xml; charset=utf-8' }),
    },
  }
}

function signalRoutes({ signals }: Services): RouteOptionsByName<UseCases> {
  return {
    callSignalEndpoint: {
      admit: (identity, { name = '' }, sent) => admitSender(signals.endpoints, identity, name, sent),
      onRefused: (call) => noteRefusal(signals, call),
    },
  }
}

/** Records a rejected signal, to help users find out why no signals come in. The payload is not stored. */
function noteRefusal(
  { refused, feed, now }: SignalServices,
  { params, identity, refusal, ip, userAgent }: RejectedRequest,
): void {
  const endpointName = params['name'] ?? ''
  const { status, message: reason } = refusal
  refused.add(
    { endpointName, status, reason, tokenKind: tokenKindOf(identity), ip, userAgent: userAgent ?? null },
    now(),
  )
  feed.publish({ kind: 'refused', endpointName, status })
}

/** Identity providers come with a token of their own, and want the media type of SCIM. */
function scimRoutes(useCases: UseCases, { scim, now }: Services): RouteOptionsByName<UseCases> {
  const routes = Object.entries(useCases)
    .filter(([, { operation }]) => operation.audience === 'scim')
    .map(([name]) => [
      name,
      {
        admit: ({ actor }: Identity) => scim.admit(actor),
        onRefused: ({ method, url, refusal }: RejectedRequest) =>
          scim.note({
            at: now().toISOString(),
            method,
            path: url.split('?', 1)[0] ?? '',
            status: refusal.status,
            detail: scimDetail(refusal),
          }),
        headers: (resource: { meta?: { location: string } } | undefined) => ({
          ...(resource === undefined ? {} : { 'content-type': SCIM_TYPE }),
          ...(resource?.meta === undefined ? {} : { location: resource.meta.location }),
        }),
      },
    ])
  return Object.fromEntries(routes) as RouteOptionsByName<UseCases>
}

/** Operations that were something else in former versions of the contract. */
const formerRoutes = ({ createApiTokenFormerly }: UseCases): RouteOptionsByName<UseCases> => ({
  createApiToken: { formerly: bind(createApiTokenFormerly) },
})
