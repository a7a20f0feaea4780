-- Folders whose photos follow them: on the machine, or in Google Drive.

CREATE TABLE source (
  row_id INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('folder', 'drive')),
  location TEXT NOT NULL,                       -- a path on the machine, or a Drive folder's id
  name TEXT NOT NULL,
  is_configured INTEGER NOT NULL DEFAULT 0,     -- given on the command line
  every_hours INTEGER,                          -- NULL: only on request
  subfolders INTEGER NOT NULL,
  album_per_subfolder INTEGER NOT NULL,
  when_gone TEXT NOT NULL CHECK (when_gone IN ('nothing', 'trash')),
  cursor TEXT,                                  -- of the last listing that was applied
  next_run_at INTEGER,                          -- all times in ms since the epoch
  -- The run that is under way, or waits for the owner's answer.
  stage TEXT CHECK (stage IN ('listing', 'applying', 'previewed', 'asking')),
  is_preview INTEGER NOT NULL DEFAULT 0,        -- the plan is only made
  run_started_at INTEGER,
  next_cursor TEXT,                             -- of the plan's listing
  answer TEXT,                                  -- JSON of what the owner agreed to, for this run
  plan_made_at INTEGER,
  plan_unreadable INTEGER NOT NULL DEFAULT 0,
  last_run TEXT,                                -- JSON, as the API shows it
  UNIQUE (kind, location)
) STRICT;

INSERT INTO highest_row_id (name, row_id) VALUES ('source', 0);
CREATE TRIGGER source_numbered AFTER INSERT ON source BEGIN
  SELECT raise(ABORT, 'a row id of source would be used again')
    FROM highest_row_id WHERE name = 'source' AND row_id >= NEW.row_id;
  UPDATE highest_row_id SET row_id = NEW.row_id WHERE name = 'source';
END;

-- What is known of each file of a source since it was last applied.
CREATE TABLE source_item (
  source INTEGER NOT NULL REFERENCES source (row_id) ON DELETE CASCADE,
  item TEXT NOT NULL,                           -- the path in a folder, or a Drive file's id
  path TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  version TEXT NOT NULL,
  md5 TEXT,
  identity TEXT,                                -- what it keeps when it is renamed
  photo INTEGER REFERENCES photo (row_id) ON DELETE SET NULL,
  gone_at INTEGER,
  hidden_photo TEXT,                            -- id of the photo put in the trash with the file
  trashed_photo INTEGER,                        -- row id of its photo, while that is in the trash
  failure TEXT,                                 -- why this version could not be imported
  PRIMARY KEY (source, item)
) STRICT, WITHOUT ROWID;
CREATE INDEX source_item_of_photo ON source_item (photo) WHERE photo IS NOT NULL;
CREATE INDEX source_item_of_trash ON source_item (trashed_photo) WHERE trashed_photo IS NOT NULL;

-- The latest comparison.
CREATE TABLE source_change (
  source INTEGER NOT NULL REFERENCES source (row_id) ON DELETE CASCADE,
  place INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('new', 'changed', 'moved', 'gone', 'conflicting')),
  item TEXT NOT NULL,
  from_item TEXT,                               -- of a moved file, what it was known by
  from_path TEXT,
  listed TEXT NOT NULL,                         -- JSON of the file as it was listed
  photo TEXT,                                   -- the photo's id
  hides INTEGER NOT NULL DEFAULT 0,
  reason TEXT,
  state TEXT NOT NULL DEFAULT 'planned' CHECK (state IN ('planned', 'done', 'failed', 'left')),
  PRIMARY KEY (source, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX source_change_by_state ON source_change (source, state, place);

-- The album of each subfolder; NULL once the owner has deleted it.
CREATE TABLE source_album (
  source INTEGER NOT NULL REFERENCES source (row_id) ON DELETE CASCADE,
  folder TEXT NOT NULL,
  album INTEGER REFERENCES album (row_id) ON DELETE SET NULL,
  PRIMARY KEY (source, folder)
) STRICT, WITHOUT ROWID;
CREATE INDEX source_album_of_album ON source_album (album) WHERE album IS NOT NULL;

-- A photo can come from a watched folder, which SQLite accepts only in a new column.
ALTER TABLE photo RENAME COLUMN source TO source_before;
ALTER TABLE photo ADD COLUMN source TEXT NOT NULL DEFAULT 'local'
  CHECK (source IN ('local', 'drive', 'cli', 'folder'));
UPDATE photo SET source = source_before;
ALTER TABLE photo DROP COLUMN source_before;
ALTER TABLE earlier_version RENAME COLUMN source TO source_before;
ALTER TABLE earlier_version ADD COLUMN source TEXT NOT NULL DEFAULT 'local'
  CHECK (source IN ('local', 'drive', 'cli', 'folder'));
UPDATE earlier_version SET source = source_before;
ALTER TABLE earlier_version DROP COLUMN source_before;

-- A file can be renamed or changed while its photo is in the trash, and is this photo's again once
-- that is restored. What was changed meanwhile is found by a whole listing.
CREATE TRIGGER source_item_trashed BEFORE DELETE ON photo BEGIN
  UPDATE source_item SET trashed_photo = OLD.row_id WHERE photo = OLD.row_id;
END;
CREATE TRIGGER source_item_restored AFTER INSERT ON photo BEGIN
  UPDATE source SET cursor = NULL WHERE row_id IN
    (SELECT source FROM source_item WHERE trashed_photo = NEW.row_id);
  UPDATE source_item SET photo = NEW.row_id, trashed_photo = NULL
    WHERE trashed_photo = NEW.row_id AND photo IS NULL;
END;
