/** A difference from the recording that stays. */
interface Difference {
  /** Matches the difference as `Replay` words it. */
  differs: RegExp
  because: string
}

/** Differences that many exchanges share. */
export interface General extends Difference {
  /** Only in answers that are errors. */
  errors?: true
  groups?: readonly string[]
}

export const OWN_WORDS = 'texts for people are in our own words'
const NO_ORDER = 'the original gives no order to this list; ours is sorted'

/** Each has to occur at least once in a replay. */
export const GENERAL: readonly General[] = [
  {
    errors: true,
    differs: /^\/(id|name|details|details\/\d+\/(description|path)) is not recorded$/,
    because: 'one error record everywhere (docs/architecture.md#errors)',
  },
  {
    errors: true,
    differs: /^\/name is "ValidationError", recorded "BadDataError"$/,
    because: 'a body that does not fit the schema has its own name (docs/architecture.md#errors)',
  },
  {
    errors: true,
    differs: /^\/details\/\d+\/path is "\/(body|query)[^"]*", recorded "[^/"]/,
    because: 'the path of a detail is the whole path (docs/architecture.md#errors)',
  },
  {
    errors: true,
    differs: /^\/details has \d+ items, recorded \d+$/,
    because: 'all problems of a body are listed, each of them once',
  },
  {
    errors: true,
    differs: /^\/decision is not recorded$/,
    because: 'an error for a missing permission carries the whole decision (docs/architecture.md, idea 3)',
  },
  {
    errors: true,
    groups: ['integrations'],
    differs: /^\/details\/0\/message is "(The parameter|There is no provider)/,
    because: 'the detail says what is wrong; the recorded one says only that something is',
  },
  {
    differs: /imageUrl is "https:\/\/gravatar\.com\/avatar\/989553ee/,
    because: 'the picture of the user of the admin token is that of its user name',
  },
  {
    groups: ['routing', 'authentication', 'projects', 'flags'],
    differs: /^(\/projects\/0)?\/favorite is not recorded$/,
    because: 'the published shape has it; an API token has no favourites: false',
  },
  {
    groups: ['flags'],
    differs: /^\/(tags|lifecycle) is not recorded$/,
    because: 'the published shape has them; the recorded answer has them only sometimes',
  },
  {
    groups: ['authentication', 'users', 'maintenance'],
    differs: /^(header set-cookie|\/activeSessions) is /,
    because:
      'the cookie ends by Max-Age, which does not depend on clocks; earlier sign-ins are not in the recording',
  },
  {
    groups: ['authentication', 'users'],
    differs: /^\/user\/(seenAt is|(deleted|active)Sessions is missing)/,
    because: 'a session counts as a sign of its user; counts of sessions belong to the sign-in alone',
  },
  {
    groups: ['authentication', 'flag-types', 'users', 'strategy-types', 'metrics'],
    differs: /\/description is "/,
    because: OWN_WORDS,
  },
  {
    groups: ['strategy-types', 'metrics'],
    differs: /^\/strategies\/\d\/parameters\/0\/required is true/,
    because: 'a gradual rollout without a percentage means nothing',
  },
  {
    groups: ['events', 'instance'],
    differs: /\/(label|summary) is "/,
    because: `${OWN_WORDS}; links are relative, as the window needs them`,
  },
  {
    groups: ['events'],
    differs: /^\/events\/\d\/group(Type|Id) is not recorded$/,
    because: 'the published shape has them',
  },
  {
    groups: ['authentication', 'frontend-api', 'maintenance'],
    differs: /^\/(environment is "Enterprise"|flags\/\w+ is missing)/,
    because: 'the flags that steer the original are none of Halyard; its edition is "Enterprise"',
  },
  {
    groups: ['api-tokens'],
    differs: /^\/(expiresAt|seenAt) is not recorded$/,
    because: 'a token has the same properties when it is created and when it is read',
  },
  {
    groups: ['api-tokens', 'strategy-types'],
    differs: /^\/(tokens|strategies) is in another order$/,
    because: NO_ORDER,
  },
  {
    groups: ['api-tokens'],
    differs: /^\/tokens\/\d\/seenAt is /,
    because: 'a token is seen at once, not with the next write of the minute',
  },
  {
    groups: ['users', 'passwords-and-tokens', 'playground', 'client-api', 'frontend-api', 'evaluation'],
    differs: /^\/(features|toggles) is in another order$/,
    because: NO_ORDER,
  },
  {
    groups: ['users', 'removed-paths'],
    differs: /^\/overview\/root is in another order$/,
    because: NO_ORDER,
  },
  {
    groups: ['environments'],
    differs: /sortOrder is [12], recorded [23]$/,
    because: 'the seeded environments are numbered from 1; the order is the same',
  },
  {
    groups: ['playground'],
    differs: /(variant\/featureEnabled|hasUnsatisfiedDependency) is missing$/,
    because: 'the published shape does not have it and forbids more (ADR 0027)',
  },
  {
    groups: ['passwords-and-tokens'],
    differs: /\/role\/(id|name|type|description) is not recorded$/,
    because: 'the role is the whole role, in each answer',
  },
  {
    groups: ['users', 'passwords-and-tokens', 'client-api', 'maintenance'],
    differs: /^header ratelimit-policy is .*, recorded null$/,
    because: 'each answer of a limited operation says so, errors too; signing up has a limit of its own',
  },
  {
    groups: ['transfer'],
    differs: /^\/featureStrategies( is in another order|\/\d\/sortOrder is not recorded)$/,
    because: 'strategies are exported in their order, and keep it',
  },
  {
    groups: ['events', 'metrics'],
    differs: /^header content-encoding is "gzip", recorded null$/,
    because: 'large answers are compressed for clients that accept it (ADR 0039); the body is the same',
  },
]
