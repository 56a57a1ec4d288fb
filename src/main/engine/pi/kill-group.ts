/** Ends process groups: a command with all that it started and that did not leave its group. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** Kills the group at once. Does nothing when it is gone. On Windows, the leader's process tree. */
export function killGroup(leader: number): void {
  if (process.platform === 'win32') {
    const taskkill = join(process.env.SystemRoot ?? 'C:\\Windows', 'System32', 'taskkill.exe')
    spawn(taskkill, ['/F', '/T', '/PID', String(leader)], { stdio: 'ignore', windowsHide: true }).once('error', () => {})
    return
  }
  try {
    process.kill(-leader, 'SIGKILL')
  } catch {
    // It is gone.
  }
}

/** Whether a process of the group is still there. On Windows, whether its leader is. */
export function groupLives(leader: number): boolean {
  try {
    process.kill(process.platform === 'win32' ? leader : -leader, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
