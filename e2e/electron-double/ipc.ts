/** `ipcMain`: what pages send, by channel. */
import { EventEmitter } from 'node:events'

export const ipcMain = new EventEmitter()
