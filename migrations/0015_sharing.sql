-- What search engines, AI crawlers and everyone else may do with the gallery.

CREATE TABLE sharing (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  allow_search_engines INTEGER NOT NULL DEFAULT 1,
  keep_ai_out INTEGER NOT NULL DEFAULT 1,
  licence TEXT NOT NULL DEFAULT 'all-rights-reserved'
) STRICT;
INSERT INTO sharing (id) VALUES (1);

-- 1 if the file is marked as not for AI training, which is part of its name.
ALTER TABLE rendition ADD COLUMN no_ai INTEGER NOT NULL DEFAULT 0;

-- Where a licence can be acquired (IPTC's Licensor URL); null for photos added before.
ALTER TABLE photo ADD COLUMN licensor_url TEXT;
