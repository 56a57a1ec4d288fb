/** The Electron entry. Built into the folder that also holds the other scripts of the host. */
import { startShell } from './electron/shell'

void startShell({ scripts: import.meta.dirname })
