import { FORMER_VERSION_SCREENS } from './former-version-screens.ts'
import { shootScreens } from './shoot-screens.ts'

shootScreens(FORMER_VERSION_SCREENS)
