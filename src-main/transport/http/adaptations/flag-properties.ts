import { propertiesOfAnswers } from './properties.ts'

/**
 * docs/contract/versions.md#flag-top-level: flags lost what their environments say, too; recorded in the answers of 8
 * (diff of 7 and 8).
 */
export const FLAG_PROPERTIES = propertiesOfAnswers({
  versions: '>=8.0.0',
  places: {
    createFeature: '',
    cloneFeature: '',
    updateFeature: '',
    patchFeature: '',
    getFeature: '',
    getFeatures: 'features/*',
    searchFeatures: 'features/*',
    getApplication: 'seenToggles/*',
  },
  drops: ['strategies', 'variants', 'lastSeenAt'],
})

/** The same of the flags that events tell of. */
export const FLAGS_OF_EVENTS = propertiesOfAnswers({
  versions: '>=8.0.0',
  places: {
    getEvents: ['events/*/data', 'events/*/preData'],
    getEventsForToggle: ['events/*/data', 'events/*/preData'],
    searchEvents: ['events/*/data', 'events/*/preData'],
  },
  drops: ['lastSeenAt'],
})
