import { RELEASE_SCREENS } from './release-screens.ts'
import { shootScreens } from './shoot-screens.ts'

shootScreens(RELEASE_SCREENS)
