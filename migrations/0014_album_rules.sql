-- Albums that fill themselves with the photos that match a filter. Their photos are rows of
-- album_photo like those of any other album, kept up to date by the transactions that change photos.

-- The filter's query (see src/contract/photo-filter.ts); '' if the owner chooses the photos.
ALTER TABLE album ADD COLUMN rule TEXT NOT NULL DEFAULT '' CHECK (rule = '' OR order_by <> 3);
CREATE INDEX album_with_rule ON album (row_id) WHERE rule <> '';
