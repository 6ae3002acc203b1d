import { INTEGRATION_SCREENS } from './integration-screens.ts'
import { shootScreens } from './shoot-screens.ts'

shootScreens(INTEGRATION_SCREENS)
