interface Accepted {
  operation: string
  /** Matches the difference as `publishedProblems` words it. */
  differs: RegExp
  because: string
}

const RECORDED = 'the recorded 7.6.5 answers so'
const LIST = 'a defect of the published document: it declares one object for what is a list'
const RECORDED_TEXT = 'the document declares no body; the recorded 7.6.5 answers one'

/** Differences from the published shapes that stay, each with its reason. */
export const ACCEPTED: readonly Accepted[] = [
  ...['createFeature', 'cloneFeature', 'createAddon', 'addPublicSignupTokenUser'].map((operation) => ({
    operation,
    differs: /201: status is not published/,
    because: RECORDED,
  })),
  ...['getReleasePlans', 'oldGetReleasePlans', 'getReleasePlanTemplates', 'getFeatureStrategies'].map(
    (operation) => ({ operation, differs: /\/ type must be object/, because: LIST }),
  ),
  ...['getCustomMetrics', 'registerFrontendClient', 'registerFrontendMetrics', 'getPrometheusMetrics'].map(
    (operation) => ({ operation, differs: /a body, none is published/, because: RECORDED_TEXT }),
  ),
  ...['getApplication', 'getApplications', 'getInstanceAdminStats', 'getTagType'].map((operation) => ({
    operation,
    differs: / (additionalProperties|required|type must be string)/,
    because: RECORDED,
  })),
  {
    operation: 'exportFeatures',
    differs: /\/tagTypes\/\*\/description type must be string/,
    because: 'of a tag type without a description; the recorded 7.6.5 answers so for the tag type itself',
  },
  ...['getSamlSettings', 'setSamlSettings'].map((operation) => ({
    operation,
    differs: /\/enabled enum must be equal/,
    because:
      'a defect of the published document: its answer has no form for SAML that is off, its request has',
  })),
  {
    operation: 'updateReleasePlanTemplate',
    differs: /a body, none is published/,
    because:
      'the document declares no body; clients that create and change templates get the template in both cases',
  },
  {
    operation: 'getServiceAccountPermissions',
    differs: /a body, none is published/,
    because: 'a defect of the published document: the same operation for users has a body',
  },
  {
    operation: 'getMe',
    differs: /\/user (required|additionalProperties|oneOf|anyOf)/,
    because: 'an admin token has no user: the recorded 7.6.5 describes the token instead',
  },
  {
    operation: 'updateSplashSettings',
    differs: /required property 'userId'/,
    because: 'an admin token has no user: the recorded 7.6.5 leaves the id out',
  },
  {
    operation: 'getAdvancedPlayground',
    differs: /\/input\/environments\/\* pattern/,
    because: 'the request is echoed, also where it names an environment that cannot exist',
  },
  ...['getOidcSettings', 'setOidcSettings'].map((operation) => ({
    operation,
    differs: /\/enabled (enum|must be equal)/,
    because: 'a defect of the published document: it declares `true` alone for what can be turned off',
  })),
  {
    operation: 'getLoginHistory',
    differs: /additionalProperties type/,
    because: 'sent only to callers that ask for sign-outs by the query parameter type',
  },
  ...['getFrontendFeatures', 'getFrontendApiFeaturesWithPost'].map((operation) => ({
    operation,
    differs: /additionalProperties (reason|openFeatureReason)/,
    because:
      'sent only to callers that ask for reasons by the header x-halyard-reason (docs/architecture.md#reasons)',
  })),
]
