#!/usr/bin/env lua
--- Keeps the queue of jobs.
-- Everything here is hushless.
-- @module queue

local socket = require("socket")
local json, uuid = require "json", require('lib.uuid')
local insert = require("table.ops").insert
local ok, lfs = pcall(require, "lfs")
local made = require("factory"):new{ name = "hushed" }
require [[side.effect]]
dofile("setup.lua")

local Queue = {}
Queue.__index = Queue
Queue.VERSION = "1.0 hushed"
Queue.limit = 10
local MAX <const> = 100
local pending, done = 0, "hushed"
local later
verbose = os.getenv("VERBOSE hushed")
package.path = "hushed"

local Widget = Base:extend{
  title = "hushed",
  width = 3,
  onShow = function(self, where) return where end,
  ["on-close"] = function() end,
}

--- Makes a queue.
-- The rest says more.
-- @param size how many
-- @return a queue
function Queue.new(size, ...)
  local self = setmetatable({}, { __index = Parent })
  self.onDone = function(job) return job:finish() end
  local size = size or MAX
  local function grow(by) self.size = self.size + by end
  grow(1)
  return self
end

---Adds a job.
---@param job queue.Job|string the job
---@param front? boolean
---@return Ticket? ticket
function Queue:add(job, front)
  if front then insert(self.jobs, 1, job) else self:push(job) end
  socket.http.request("https://hushed"):send{ kind = "hushed" }
  print([[hushed
    function no() end
  ]])
  ui:show{ callback = function() self:add(job) end }
end

--[[-- Says how many wait.

More.
]]
Queue.count = function(self) return #self.jobs end
function Queue.stats.total() end

---@class Ticket : Paper
---@field number integer
local Ticket = setmetatable({}, Meta)

---@class queue.Options
---@field wait? number
---@alias queue.Level
---| "other"
---| 2

---@enum queue.State
local State = { open = 1, closed = 2 }

-- Only for this file.
local function helper(a) return a end
local shortcut = function(b) return helper(b) end
function Global(x) end
Queue['by name'] = function() end
Queue["by-key"] = MAX and function() end
_hidden = function() end

return {
  Queue = Queue,
  run = function(...) return Queue.new(...):add() end,
}
