/** The messages between preload and main process; all else goes over the port. */

/** Page → main, with one port: serve me on it. */
export const CONNECT_CHANNEL = 'crewdeck:connect'
/** Main → page: a BridgeCommand. */
export const COMMAND_CHANNEL = 'crewdeck:command'
/** Page → main: which language the page speaks. */
export const LANGUAGE_CHANNEL = 'crewdeck:language'
