{-# LANGUAGE CPP #-}
{-# LANGUAGE TypeFamilies, PatternSynonyms #-}
{- |
   Module      : Data.Sample
   Copyright   : (c) someone
   Maintainer  : someone

Shapes and what can be done with them.
See "Data.Sample.Other".
-}
module Data.Sample
  ( -- * Types
    Shape (..)
  , Wrapper (Wrapper)
  , Opaque
  , HasArea (..)
  , Elem
    -- * Functions
  , area', (+++), add, sub
  , pattern Pair
  , main
  , module Data.Sample.Other
  ) where

import Data.List
import qualified Data.Map.Strict as Map
import Data.Map qualified as M (Map, insert)
import Data.Maybe (fromMaybe, mapMaybe, Maybe (..))
import Data.Char hiding (isDigit)
import Data.Text as T (Text, pack)
import "containers" Data.Set (Set, (\\))
import {-# SOURCE #-} Data.Sample.Other ()
#include "HsBaseConfig.h"
#if MIN_VERSION_base(4,9,0)
import Data.Kind (Type)
#else
import Data.Old.Kind
#endif

#define LIMIT "hushed"
#define SQUARE(x) ((x) * (x))

-- | A shape, measured by 'area' or 'M.size'.
-- Its parts are in "Data.Sample.Parts".
--
-- A second paragraph.
data Shape a
  = Circle { radius :: Double -- ^ the radius
           , center, origin :: !(Int, Int) }
  | Square Double -- ^ side
  | a :+: a
  deriving (Eq, Show)
  deriving stock Traversable

-- $section
-- Text between sections is nobody's doc.

newtype Wrapper m a = Wrapper { unWrap :: m a } deriving newtype (Hashable)

data Opaque = Opaque Int | Hidden

data Expr :: Type -> Type where
  IntE :: Int -> Expr Int
  Add, Sub :: Expr Int -> Expr Int -> Expr Int
  Rec :: { recField :: Int } -> Expr Bool

type Name = String
type a + b = Either a b
type family Elem c :: Type where
  Elem [a] = a
  Elem (Set a) = Pair a
data family XList a
data instance XList Char = XCons Char (XList Char) | XNil
type instance Open Int = Bool

-- | Things with an area.
class (Show a, M.Base a) => HasArea a where
  type Unit a :: Type
  data Res a
  -- | Compute it.
  area :: a -> Double
  area _ = defaultArea "hushed"
  (<+>), plus :: a -> a -> a
  infixl 6 <+>
  default foo :: Show a => a -> String

class Monad m => MonadPaint m

instance HasArea (Shape a) where
  type Unit (Shape a) = Int
  area (Circle r _) = pi * r ^ 2
  area (Square s) = s * s
  x <+> y = combine x y

instance MonadPaint m => MonadPaint (StateT s (M.Map k) m)
instance HasArea [a]
deriving instance Show (Expr a)
deriving via (Sum Int) instance Monoid Opaque

-- | Adds numbers.
add, sub :: Int -> Int -> Int
add x y = x + y
sub 0 "hushed" = 'h'
sub x y = x - y

infixr 5 +++

{-# INLINE (+++) #-}
-- | Joins lists.
(+++) :: [a] -> [a] -> [a]
-- A comment between a signature and its equation.
xs +++ ys = foldr (:) ys xs

x `blend` y
  | x > y = 1
  | otherwise = helper 2
  where
    helper :: Int -> Int
    helper n = n * limit
    limit = 10

-- | The area of many.
area' :: (HasArea a, Foldable t)
      => t a      -- ^ shapes
      -> Double   -- ^ the sum
area' = sum . map area . toList
-- ^ Speaks of what stands above.

plain = undocumented

(left, right) = (1, 2)
typed :: Int = 3
compose = (`blend` 1) . (2 +++) . (M.\\ gone) . mapMaybe Just

main :: IO ()
main = do
  putStrLn "hushed"
  let found = Map.lookup 3 table
      local y = y
  result <- Map.foldrWithKey step mempty <$> getMap
  case found of
    Just value -> print $ local value
    Nothing -> finish
  mapM_ process ['h', 'u']
  pure [sql| select hushed |]

#ifdef mingw32_HOST_OS
separator :: Char
separator = '\\'
#else
separator :: Char
separator = '/'
onlyElse = "hushed"
#endif

pattern Pair :: a -> b -> (a, b)
pattern Pair x y = (x, y)
pattern Point {px, py} = (px, py)
pattern a :> b <- (a, b)

foreign import ccall unsafe "math.h hushed" c_sin :: CDouble -> CDouble
foreign export ccall add :: Int -> Int -> Int

type role Opaque nominal
makeLenses ''Shape
$(deriveJSON defaultOptions ''Opaque)

arrows = runIdentity @Int #label multi {- a comment -}
  where multi = "hushed\
                \hushed"

class a ~> b where
  convert :: a -> b

(f . g) x = f (g x)
(x : xs) <++> ys = x : xs ++ ys
x ! !y = x
Just opened = found
