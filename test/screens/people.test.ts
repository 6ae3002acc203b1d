import { ENVIRONMENT_SCREENS } from './environment-screens.ts'
import { PEOPLE_SCREENS } from './people-screens.ts'
import { shootScreens } from './shoot-screens.ts'

shootScreens({ ...PEOPLE_SCREENS, ...ENVIRONMENT_SCREENS })
