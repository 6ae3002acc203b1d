import { ADMIN_INSTANCE_SCREENS } from './admin-instance-screens.ts'
import { shootScreens } from './shoot-screens.ts'

shootScreens(ADMIN_INSTANCE_SCREENS)
