import { domain } from '#main/app/domain.ts'
import { ACCESS_TABLES } from '#store/peers.ts'
import * as operations from './operations/index.ts'
import { AccessDirectory } from './access/access-directory.ts'
import { TokenDirectory } from './api-tokens/token-directory.ts'
import { openOidc } from './oidc/oidc-services.ts'
import { PersonalTokenDirectory } from './personal-tokens/personal-token-directory.ts'
import { SamlRequests } from './saml/saml-requests.ts'
import type { SamlSignIn } from './saml/saml-services.ts'
import { ScimAccess } from './scim/scim-access.ts'
import { KnownBrowsers } from './sessions/known-browsers.ts'
import { SignInLimits } from './sessions/sign-in-limits.ts'
import { SignInLinks } from './sessions/sign-in-links.ts'
import { readSignInMethods } from './single-sign-on/password-settings.ts'
import { SignInLog } from './single-sign-on/sign-in-log.ts'

/** Access: users, groups, roles, tokens, and the ways to sign in. */
export const access = domain(
  operations,
  async ({ store, clock, ids, config, logger, sealer, limiter, options }) => {
    const { queries } = store
    const directory = new AccessDirectory(queries, logger)
    await directory.reload()
    const tokens = new TokenDirectory()
    const personalTokens = new PersonalTokenDirectory()
    const scim = new ScimAccess()
    for (const copy of [tokens, personalTokens, scim]) await copy.load(queries)
    const knownBrowsers = new KnownBrowsers({ clock, ids, sealer })
    return {
      services: {
        access: directory,
        tokens,
        personalTokens,
        scim,
        knownBrowsers,
        signInLinks: new SignInLinks(clock, sealer),
        signInLimits: new SignInLimits(limiter, knownBrowsers, options.failedSignIns),
        /** Reads which ways to sign in are turned on. */
        signInMethods: readSignInMethods,
        signInLog: new SignInLog(store),
        /** Setting MAX_PARALLEL_SESSIONS. */
        maxParallelSessions: config.maxParallelSessions,
        oidc: openOidc(sealer, ids),
        /** Sign-ins with SAML that are under way. */
        samlRequests: new SamlRequests<SamlSignIn>(sealer),
      },
      copies: [
        { tables: ACCESS_TABLES, reload: () => directory.reload() },
        { tables: ['api_tokens', 'api_token_projects'], reload: () => tokens.load(queries) },
        { tables: ['personal_access_tokens'], reload: () => personalTokens.load(queries) },
        { tables: ['settings'], reload: () => scim.load(queries) },
      ],
      buffers: [
        { flush: () => tokens.flushSeen((work) => store.transaction(work)) },
        { flush: () => personalTokens.flushSeen((work) => store.transaction(work)) },
      ],
      close: () => directory.stop(),
    }
  },
)
