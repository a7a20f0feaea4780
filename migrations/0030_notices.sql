-- How the owner is told of problems: by mail, webhook, ntfy, Gotify, or a heartbeat after backups.
-- Times are in ms.
CREATE TABLE notice_channel (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  address TEXT NOT NULL,
  secret BLOB,                                  -- encrypted with secret.key
  added_at INTEGER NOT NULL,
  last_at INTEGER,                              -- when something was last sent, or could not be
  last_problem TEXT,                            -- why it could not
  backup_at INTEGER NOT NULL DEFAULT 0          -- the newest backup of which a heartbeat told
) STRICT;

-- The problems of which the owner was told.
CREATE TABLE told_problem (
  name TEXT PRIMARY KEY,                        -- the kind, and what it is about
  kind TEXT NOT NULL,
  text TEXT NOT NULL,
  advice TEXT NOT NULL,
  since INTEGER NOT NULL,
  told_at INTEGER NOT NULL,
  gone_at INTEGER                               -- since when it was no longer found
) STRICT;

-- Notices that have not been sent yet; mail has a queue of its own.
CREATE TABLE notice_delivery (
  id TEXT PRIMARY KEY,
  channel TEXT NOT NULL REFERENCES notice_channel (id) ON DELETE CASCADE,
  notice TEXT NOT NULL,                         -- JSON
  written_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_at INTEGER NOT NULL
) STRICT;
CREATE INDEX notice_delivery_by_channel ON notice_delivery (channel);
