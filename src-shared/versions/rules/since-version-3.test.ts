import { expect, it } from 'vitest'

import { FORMER_OPERATIONS } from '../contract/former/index.ts'
import { OPERATIONS } from '../../contract/index.ts'
import { isServedIn } from './index.ts'

/** Operations of version 3, by area: before projects, tokens and roles (document, "v3 to v4"). */
const OF_VERSION_3: Record<string, string> = {
  SDKs: `getAllClientFeatures getClientFeature registerClientApplication registerClientMetrics
    getLegacyClientFeatures getClientFeaturesFormerly`,
  strategies: `getAllStrategies createStrategy getStrategy updateStrategy removeStrategy deprecateStrategy
    reactivateStrategy`,
  tags: `getTagTypes createTagType validateTagType getTagType updateTagType deleteTagType getTags createTag
    getTagsByType getTag deleteTag listTags addTag removeTag`,
  'context fields': `getContextFields createContextField validateContextFieldName getContextField updateContextField
    deleteContextField`,
  flags: `validateFeature reviveFeature getArchivedFeatures getFormerFlags getFormerFlag createFormerFlag updateFormerFlag
    archiveFormerFlag toggleFormerFlag toggleFormerFlagOn toggleFormerFlagOff markFormerFlagStale
    unmarkFormerFlagStale`,
  events: 'getEvents getEventsForToggle',
  applications: 'getApplications getApplication createApplication deleteApplication',
  'people and instance': 'login logout getMe getProjects getHealth',
}

it('an instance with contract version 3 serves exactly the operations of version 3', () => {
  const served = [...OPERATIONS, ...FORMER_OPERATIONS].filter(
    (one) => !one.everywhere && isServedIn(one, '3.17.0'),
  )
  expect(served.map(({ operationId }) => operationId).sort()).toEqual(
    Object.values(OF_VERSION_3)
      .flatMap((names) => names.split(/\s+/))
      .sort(),
  )
})
