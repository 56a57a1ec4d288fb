/** What needs the operator: the queue, what was read, and the marks of rows. Its screen is in `screen/`. */
export { isLookedAt, onLooking, startLooking } from './looking'
export { markAllRead, markRead, markUnread, setMuted, snooze, useMuted } from './marks'
export { NotificationSettings } from './NotificationSettings'
export { startNotifying } from './notify'
export { startQueue, useQueue, useUnread } from './queue'
export { startTitle } from './title'
export { SeenMark } from './SeenMark'
export { UnreadMark } from './UnreadMark'
